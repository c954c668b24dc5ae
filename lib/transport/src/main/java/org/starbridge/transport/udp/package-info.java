/**
 * Datagrams in batches: socket to receive batch, send batch to socket.
 *
 * <p>A {@link org.starbridge.transport.udp.DatagramPort} is one non-blocking UDP socket, used by one thread.
 * {@link org.starbridge.transport.udp.UdpIo} chooses at start how sockets are made: on Linux the C library is called
 * through the foreign function API, elsewhere it is plain NIO; tests put a simulated network in their place. A
 * {@link org.starbridge.transport.platform.Sleeper} is how a thread without work sleeps. This is a shell: it reads
 * clocks and owns file descriptors, and knows nothing of RTP, ICE or DTLS.
 */
@NullMarked
package org.starbridge.transport.udp;

import org.jspecify.annotations.NullMarked;
