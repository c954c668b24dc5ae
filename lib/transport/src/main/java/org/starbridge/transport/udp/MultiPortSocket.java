package org.starbridge.transport.udp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.starbridge.transport.platform.Poller;
import org.starbridge.transport.platform.Sleeper;

/**
 * One worker's socket on the port that all share, and sockets on ports of their own beside it, each for one peer: two
 * peers at the same address cannot be told apart on one port (Colibri2 {@code use-unique-port}). Datagrams come and go
 * in the same batches; which port one belongs to is beside its addresses ({@link SocketAddresses#uniquePort}). Without
 * such sockets it costs nothing. Owned by the worker's thread; {@link #openUnique} is for any thread.
 */
public final class MultiPortSocket implements DatagramPort {
    /** More than two machines have conferences in common; each is a file descriptor. */
    public static final int MAX_UNIQUE_PORTS = 4096;

    private final DatagramPort shared;
    private final int sharedPort;
    private final Map<Integer, DatagramPort> unique = new HashMap<>();
    private final AtomicInteger opened = new AtomicInteger();
    private @Nullable Sleeper sleeper;
    private @Nullable Poller ready;
    /** Of the sockets that had something at the last look, how many are not read yet. */
    private int unread;

    private boolean isUniqueTurn;
    /** From then on receive batches hold ports, also when the last one is closed. */
    private boolean hadUnique;

    private long dropsOfClosed;
    private boolean isMuted;

    /** Only {@code shared} at first; it stays its owner's to close. */
    public MultiPortSocket(DatagramPort shared) {
        this.shared = shared;
        sharedPort = shared.localAddress().getPort();
    }

    /** Sets what the owner sleeps in; it wakes for unique ports, too. Before the owner runs. */
    public void wakes(Sleeper ownersSleeper) {
        sleeper = ownersSleeper;
    }

    /**
     * Opens a socket on a free port, for {@link #add}. Any thread.
     *
     * @return empty if there are too many, or the system refuses one
     */
    public Optional<DatagramPort> open() {
        if (opened.incrementAndGet() <= MAX_UNIQUE_PORTS) {
            try {
                Optional<DatagramPort> made = shared.openUnique();
                if (made.isPresent()) {
                    return made;
                }
            } catch (IOException _) {
                // no file descriptor, or no port: the shared one does where no two peers have the same address
            }
        }
        opened.decrementAndGet();
        return Optional.empty();
    }

    /** A socket of {@link #open} that is not to be used. Any thread, unless it was added. */
    public void discard(DatagramPort made) {
        opened.decrementAndGet();
        made.close();
    }

    /** Datagrams come and go over it from now on. */
    public void add(DatagramPort made) {
        int port = made.localAddress().getPort();
        hadUnique = true;
        unique.put(port, made);
        if (made instanceof NativeUdpSocket socket) {
            Poller poller = ready;
            if (poller == null) {
                poller = new Poller();
                ready = poller;
                if (sleeper instanceof Poller owners) {
                    owners.watch(poller);
                }
            }
            poller.watch(socket.fd(), port);
        }
    }

    @Override
    public void closeUnique(int port) {
        DatagramPort gone = unique.remove(port);
        if (gone != null) {
            dropsOfClosed += Math.max(0, gone.kernelDrops());
            discard(gone);
        }
    }

    /** Returns the number of ports beside the shared one. */
    public int uniquePorts() {
        return unique.size();
    }

    @Override
    public InetSocketAddress localAddress() {
        return shared.localAddress();
    }

    @Override
    public void writeDestination(long address, InetSocketAddress to) {
        shared.writeDestination(address, to);
    }

    @Override
    public void writeDestination(long address, InetAddress from, InetSocketAddress to) {
        shared.writeDestination(address, from, to);
    }

    @Override
    public void writeDestination(long address, InetSocketAddress from, InetSocketAddress to) {
        shared.writeDestination(address, from.getAddress(), to);
        SocketAddresses.writeUniquePort(address, uniquePort(from));
    }

    /** The port of one of our addresses if it is not the shared one, else 0. */
    public int uniquePort(InetSocketAddress local) {
        return local.getPort() == sharedPort ? 0 : local.getPort();
    }

    @Override
    public int receive(ReceiveBatch batch) {
        if (!hadUnique) {
            return shared.receive(batch);
        }
        isUniqueTurn = !isUniqueTurn;
        int count = isUniqueTurn ? receiveUnique(batch) : receiveShared(batch);
        if (count == 0) {
            count = isUniqueTurn ? receiveShared(batch) : receiveUnique(batch);
        }
        return count;
    }

    private int receiveShared(ReceiveBatch batch) {
        return mark(batch, shared.receive(batch), 0);
    }

    private static int mark(ReceiveBatch batch, int count, int port) {
        for (int i = 0; i < count; i++) {
            SocketAddresses.writeUniquePort(batch.remote(i), port);
        }
        return count;
    }

    private int receiveUnique(ReceiveBatch batch) {
        if (unique.isEmpty()) {
            batch.clear();
            return 0;
        }
        Poller poller = ready;
        if (poller == null) {
            return receiveEach(batch);
        }
        if (unread == 0) {
            unread = poller.await(0);
        }
        while (unread > 0) {
            int port = poller.readyIndex(unread - 1);
            DatagramPort socket = unique.get(port);
            int count = socket == null ? 0 : socket.receive(batch);
            if (count < batch.capacity()) {
                unread--;
            }
            if (count > 0) {
                return mark(batch, count, port);
            }
        }
        batch.clear();
        return 0;
    }

    /** Receives where sockets are no file descriptors. */
    private int receiveEach(ReceiveBatch batch) {
        for (Map.Entry<Integer, DatagramPort> each : unique.entrySet()) {
            int count = each.getValue().receive(batch);
            if (count > 0) {
                return mark(batch, count, each.getKey());
            }
        }
        batch.clear();
        return 0;
    }

    /** While it is mute, what is to be sent is dropped: another process sends instead. */
    public void mute(boolean mutes) {
        isMuted = mutes;
    }

    @Override
    public int send(SendBatch batch) {
        if (isMuted) {
            return drop(batch);
        }
        if (unique.isEmpty() && !batch.isForUniquePort()) {
            return shared.send(batch);
        }
        int sent = 0;
        while (batch.size() > 0) {
            int port = SocketAddresses.uniquePort(batch.destination(batch.first()));
            DatagramPort socket = port == 0 ? shared : unique.get(port);
            if (socket == null) { // closed with its peer
                batch.drop(batch.frontDatagrams());
                continue;
            }
            int before = batch.size();
            batch.limitTo(port);
            sent += socket.send(batch);
            batch.limitTo(SendBatch.ANY_PORT);
            if (batch.size() == before) {
                break; // it is full: what is left keeps its order
            }
        }
        return sent;
    }

    private static int drop(SendBatch batch) {
        int dropped = 0;
        while (batch.messagesToSend() > 0) {
            int datagrams = batch.frontDatagrams();
            batch.drop(datagrams);
            dropped += datagrams;
        }
        return dropped;
    }

    @Override
    public GsoLimits runLimits() {
        return shared.runLimits();
    }

    @Override
    public IoCounts counts() {
        return shared.counts();
    }

    @Override
    public long kernelDrops() {
        long drops = shared.kernelDrops();
        if (drops == UNKNOWN) {
            return drops;
        }
        drops += dropsOfClosed;
        for (DatagramPort each : unique.values()) {
            drops += Math.max(0, each.kernelDrops());
        }
        return drops;
    }

    @Override
    public SendFaults sendFaults() {
        return shared.sendFaults();
    }

    /** Closes the unique ports only. */
    @Override
    public void close() {
        unique.values().forEach(DatagramPort::close);
        unique.clear();
        Poller poller = ready;
        if (poller != null) {
            poller.close();
            ready = null;
        }
    }
}
