/**
 * Datagrams in batches: socket to receive batch, send batch to socket.
 *
 * <p>A {@link org.starbridge.transport.udp.DatagramPort} is one non-blocking UDP socket, used by one thread. On Linux
 * {@link org.starbridge.transport.udp.NativeUdpSocket} calls the C library through the foreign function API; tests put a
 * simulated network in its place. {@link org.starbridge.transport.udp.Poller} is how a thread without work sleeps. This
 * is a shell: it reads clocks and owns file descriptors, and knows nothing of RTP, ICE or DTLS.
 */
@NullMarked
package org.starbridge.transport.udp;

import org.jspecify.annotations.NullMarked;
