package org.starbridge.transport.udp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/**
 * A port for benchmarks: what it receives lies in memory, what it sends is dropped, or goes to a socket that is never
 * read. STUN goes to the listener that asked for it, so that clients can connect. Receiving and sending allocate
 * nothing. Owned by the benchmark's thread.
 */
public final class MemoryPort implements DatagramPort {
    /** Datagrams that can wait to be received. */
    public static final int CAPACITY = 4096;

    private static final UdpSocket.Buffers BUFFERS = new UdpSocket.Buffers(1 << 16, 4 << 20);
    private static final int CLIENTS_IN_A_NET = 250;

    private final @Nullable NativeUdpSocket out;
    private final @Nullable NativeUdpSocket sink;
    private final InetSocketAddress local;
    private final Slab datagrams = Slab.allocate((long) CAPACITY * ReceiveBatch.SLOT_BYTES);
    private final Slab remotes = Slab.allocate((long) CAPACITY * SocketAddresses.SIZE_BYTES);
    private final int[] lengths = new int[CAPACITY];
    private final GsoLimits runLimits;
    private final IoCounts counts = new IoCounts();
    private final SendFaults faults = new SendFaults();
    private @Nullable BiConsumer<InetSocketAddress, byte[]> onStun;
    private int most = CAPACITY;
    private int first;
    private int end;

    private MemoryPort(@Nullable NativeUdpSocket out, @Nullable NativeUdpSocket sink, InetSocketAddress local) {
        this.out = out;
        this.sink = sink;
        this.local = local;
        runLimits = out == null ? GsoLimits.upTo(GsoLimits.MAX_DATAGRAMS) : out.runLimits();
    }

    /** One that sends nothing. */
    public static MemoryPort discarding(InetSocketAddress local) {
        return new MemoryPort(null, null, local);
    }

    /** One that really sends, over loopback, or one that sends nothing. */
    public static MemoryPort of(boolean sends) {
        if (!sends) {
            return discarding(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 10_000));
        }
        try {
            InetSocketAddress any = new InetSocketAddress(InetAddress.getByAddress(new byte[4]), 0);
            NativeUdpSocket out = NativeUdpSocket.open(any, UdpSocket.Sharing.EXCLUSIVE, BUFFERS);
            NativeUdpSocket sink = NativeUdpSocket.open(any, UdpSocket.Sharing.EXCLUSIVE, BUFFERS);
            int port = out.localAddress().getPort();
            return new MemoryPort(out, sink, new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
        } catch (IOException e) {
            throw new UncheckedIOException("no socket for the benchmark", e);
        }
    }

    /** A client's address: its own for each, and all of them lead to the one socket that is never read. */
    public InetSocketAddress clientAddress(int client) {
        try {
            byte[] ip = {127, 1, (byte) (client / CLIENTS_IN_A_NET), (byte) (1 + client % CLIENTS_IN_A_NET)};
            return new InetSocketAddress(
                    InetAddress.getByAddress(ip),
                    sink == null ? 5000 : sink.localAddress().getPort());
        } catch (UnknownHostException e) {
            throw new IllegalStateException("4 bytes are always an address", e);
        }
    }

    /** Sets the listener that gets the STUN messages that are sent, with where they go; null: everything is sent. */
    public void onStun(@Nullable BiConsumer<InetSocketAddress, byte[]> listener) {
        onStun = listener;
    }

    /** Sets how many datagrams a look at the port brings at most. */
    public void most(int datagrams) {
        most = datagrams;
    }

    /** A copy of a datagram waits to be received. */
    public void arrive(long datagram, int lengthBytes, InetSocketAddress from) {
        if (end == CAPACITY) {
            throw new IllegalStateException("more than " + CAPACITY + " datagrams wait");
        }
        Memory.copy(datagram, datagrams.address() + (long) end * ReceiveBatch.SLOT_BYTES, lengthBytes);
        long remote = remotes.address() + (long) end * SocketAddresses.SIZE_BYTES;
        SocketAddresses.writeV6(remote, from);
        SocketAddresses.writeLocal(remote, local.getAddress());
        lengths[end++] = lengthBytes;
    }

    @Override
    public InetSocketAddress localAddress() {
        return local;
    }

    @Override
    public void writeDestination(long address, InetSocketAddress to) {
        if (out == null) {
            SocketAddresses.writeV6(address, to);
        } else {
            out.writeDestination(address, to);
        }
    }

    @Override
    public int receive(ReceiveBatch batch) {
        int count = Math.min(Math.min(most, batch.capacity()), end - first);
        for (int i = 0; i < count; i++) {
            int from = first + i;
            Memory.copy(datagrams.address() + (long) from * ReceiveBatch.SLOT_BYTES, batch.address(i), lengths[from]);
            Memory.copy(
                    remotes.address() + (long) from * SocketAddresses.SIZE_BYTES,
                    batch.remote(i),
                    SocketAddresses.SIZE_BYTES);
            batch.set(i, lengths[from], 0);
        }
        batch.size(count);
        first += count;
        if (first == end) {
            first = 0;
            end = 0;
        }
        return count;
    }

    @Override
    public int send(SendBatch batch) {
        BiConsumer<InetSocketAddress, byte[]> listener = onStun;
        if (listener != null) {
            int count = batch.size();
            for (int i = batch.first(); i < batch.first() + count; i++) {
                if (Memory.u8(batch.address(i)) <= 3) {
                    listener.accept(
                            SocketAddresses.read(batch.destination(i)),
                            Memory.copyOf(batch.address(i), batch.lengthBytes(i)));
                }
            }
            batch.drop(count);
            return count;
        }
        if (out != null) {
            return out.send(batch);
        }
        int count = batch.size();
        batch.drop(count);
        return count;
    }

    @Override
    public GsoLimits runLimits() {
        return runLimits;
    }

    @Override
    public IoCounts counts() {
        return out == null ? counts : out.counts();
    }

    @Override
    public long kernelDrops() {
        return 0;
    }

    @Override
    public SendFaults sendFaults() {
        return faults;
    }

    @Override
    public void close() {
        if (out != null) {
            out.close();
        }
        if (sink != null) {
            sink.close();
        }
        datagrams.close();
        remotes.close();
    }
}
