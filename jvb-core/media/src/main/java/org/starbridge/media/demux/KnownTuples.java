package org.starbridge.media.demux;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.drop.DropCounters;
import org.starbridge.media.drop.DropReason;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.ice.Tuple;
import org.starbridge.transport.udp.SocketAddresses;

/**
 * Owners of tuples, as one worker knows them: of its own endpoints, and of those that other workers announced. Owned by
 * the worker.
 */
public final class KnownTuples implements AutoCloseable {
    private final TupleTable table = new TupleTable();
    private final int sharedPort;
    private final DropCounters drops;
    private final Slab address = Slab.allocate(SocketAddresses.SIZE_BYTES);

    /** @param sharedPort the port of ours by which all are reached that have none for themselves */
    public KnownTuples(int sharedPort, DropCounters drops) {
        this.sharedPort = sharedPort;
        this.drops = drops;
    }

    /** The route of a datagram's two addresses ({@link SocketAddresses}), or null. For every datagram. */
    public @Nullable Route find(long addresses) {
        return table.find(
                SocketAddresses.high(addresses),
                SocketAddresses.low(addresses),
                SocketAddresses.ports(addresses),
                SocketAddresses.localHigh(addresses),
                SocketAddresses.localLow(addresses));
    }

    /** The route of a tuple, or null. */
    public @Nullable Route find(Tuple tuple) {
        return find(write(tuple));
    }

    /** The tuple is this route's from now on. */
    public void learn(Tuple tuple, Route route) {
        long at = write(tuple);
        if (!table.put(
                SocketAddresses.high(at),
                SocketAddresses.low(at),
                SocketAddresses.ports(at),
                SocketAddresses.localHigh(at),
                SocketAddresses.localLow(at),
                route)) {
            drops.count(DropReason.TUPLE_TABLE_FULL);
        }
    }

    /** The tuple is not this route's any more; if it is another's by now, it stays so. */
    public void forget(Tuple tuple, Route route) {
        long at = write(tuple);
        table.remove(
                SocketAddresses.high(at),
                SocketAddresses.low(at),
                SocketAddresses.ports(at),
                SocketAddresses.localHigh(at),
                SocketAddresses.localLow(at),
                route);
    }

    /** The endpoint is gone. */
    public void forget(Route route) {
        table.remove(route);
    }

    public int size() {
        return table.size();
    }

    private long write(Tuple tuple) {
        SocketAddresses.writeV6(address.address(), tuple.remote());
        SocketAddresses.writeLocal(address.address(), tuple.local().getAddress());
        int port = tuple.local().getPort();
        SocketAddresses.writeUniquePort(address.address(), port == sharedPort ? 0 : port);
        return address.address();
    }

    @Override
    public void close() {
        address.close();
    }
}
