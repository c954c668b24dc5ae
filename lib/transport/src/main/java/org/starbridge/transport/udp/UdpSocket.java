package org.starbridge.transport.udp;

import java.io.IOException;
import org.starbridge.transport.platform.Sleeper;

/** A UDP socket of the kernel, by whichever {@link UdpIo}. Opened by any thread, then owned by one. */
public interface UdpSocket extends DatagramPort {
    /** Relation of sockets of one process on one port. */
    enum Sharing {
        /** The socket has the port for itself. */
        EXCLUSIVE,
        /** Other sockets of this process share the port; the kernel spreads clients over them (SO_REUSEPORT). */
        REUSE_PORT
    }

    /**
     * Sizes of the kernel's buffers for one socket.
     *
     * @param receiveBytes datagrams that wait for us, in bytes
     * @param sendBytes datagrams that wait for the network, in bytes
     */
    record Buffers(int receiveBytes, int sendBytes) {}

    /**
     * Lets other sockets of this process have the port too (SO_REUSEPORT), after it was opened
     * {@link Sharing#EXCLUSIVE}. To be called before anything is received.
     */
    void share() throws IOException;

    /** The receive buffer that the kernel granted, which may be less than was asked for. */
    int receiveBufferBytes();

    /** The send buffer that the kernel granted, which may be less than was asked for. */
    int sendBufferBytes();

    /**
     * Returns the sleeper in which its owner sleeps until it has a datagram. The owner closes the sleeper, before the
     * socket.
     *
     * @throws IllegalStateException when the process has no file descriptor left for it
     */
    Sleeper sleeper();
}
