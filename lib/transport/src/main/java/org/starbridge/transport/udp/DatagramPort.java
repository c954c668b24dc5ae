package org.starbridge.transport.udp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/** One non-blocking UDP socket, or what stands for one in a test. Used by one thread at a time. */
public interface DatagramPort extends AutoCloseable {
    /** Answer of {@link #kernelDrops} where the count is unknown. */
    long UNKNOWN = -1;

    /** Returns the address to which it is bound; a wildcard when it hears all local addresses. */
    InetSocketAddress localAddress();

    /**
     * Writes {@code to} as {@link #send} wants a destination, {@link SocketAddresses#SIZE_BYTES} long. The kernel
     * chooses which of our addresses datagrams leave from.
     */
    default void writeDestination(long address, InetSocketAddress to) {
        SocketAddresses.writeV6(address, to);
    }

    /** The same, and datagrams leave from {@code from}, which is one of ours; a wildcard leaves it to the kernel. */
    default void writeDestination(long address, InetAddress from, InetSocketAddress to) {
        writeDestination(address, to);
        SocketAddresses.writeLocal(address, from);
    }

    /** The same with the port of ours, which is another than the shared one for a peer that has one for itself. */
    default void writeDestination(long address, InetSocketAddress from, InetSocketAddress to) {
        writeDestination(address, from.getAddress(), to);
    }

    /**
     * Opens a socket at the same addresses on a free port, whose work counts as this one's; its thread is to be the
     * same. Any thread.
     *
     * @return empty where datagrams do not say which of our addresses they came to
     * @throws IOException when the system refuses it
     */
    default Optional<DatagramPort> openUnique() throws IOException {
        return Optional.empty();
    }

    /** Closes the socket of {@link #openUnique} on this port; without effect where there is none. */
    default void closeUnique(int port) {}

    /**
     * Receives what is waiting, up to the batch's capacity; what the batch held before is gone. Each datagram comes
     * with our address that it was sent to, where the port can know.
     *
     * @return how many datagrams the batch now holds
     */
    int receive(ReceiveBatch batch);

    /**
     * Sends the batch's datagrams in order and removes them from it. A datagram whose destination refuses it (no route,
     * too long) is skipped and counted; what does not fit into the socket's buffer now stays in the batch, for the next
     * call. A GSO batch that is refused goes as the datagrams that it was made of. Stops before what the batch
     * {@linkplain SendBatch#limitTo may not send} now.
     *
     * @return how many datagrams were handed to the network
     */
    int send(SendBatch batch);

    /**
     * Returns which GSO batches the port takes: for its {@link SendBatch}. A port of one datagram at a time says so.
     */
    default GsoLimits runLimits() {
        return GsoLimits.singly("this port takes one datagram at a time");
    }

    /** Returns the counts of its work; live, for the port's thread. A port without system calls may leave them at 0. */
    default IoCounts counts() {
        return new IoCounts();
    }

    /**
     * Datagrams that the kernel dropped because our receive buffer was full, since the port was opened;
     * {@link #UNKNOWN} where it does not tell, always or never for one port.
     */
    long kernelDrops();

    /** Datagrams that could not be sent and were skipped, by reason; live, for the port's thread. */
    SendFaults sendFaults();

    /** Datagrams that could not be sent and were skipped, since the port was opened. */
    default long sendFailures() {
        return sendFaults().total();
    }

    @Override
    void close();
}
