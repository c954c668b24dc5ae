package org.starbridge.hammer.client.link;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.starbridge.transport.link.LinkConditions;

/** The ways between the bridges of a conference, all of one kind. Any thread. */
public final class BridgePaths implements AutoCloseable {
    private final LinkConditions forth;
    private final LinkConditions back;
    private final List<BridgePath> paths = new CopyOnWriteArrayList<>();

    /**
     * None yet.
     *
     * @param forth from the bridge that was there first to the other one
     * @param back the other direction
     */
    public BridgePaths(LinkConditions forth, LinkConditions back) {
        this.forth = forth;
        this.back = back;
    }

    /** Returns whether bridges see each other directly. */
    public boolean isPerfect() {
        return forth.isPerfect() && back.isPerfect();
    }

    /** A new one, between two media ports. */
    public BridgePath between(InetSocketAddress one, InetSocketAddress other) {
        BridgePath path = BridgePath.open(one, other, forth, back, 2L * paths.size());
        paths.add(path);
        return path;
    }

    /** From now on everything passes at once. */
    public void heal() {
        paths.forEach(BridgePath::heal);
    }

    /** Datagrams that were dropped so far. */
    public long dropped() {
        return paths.stream().mapToLong(BridgePath::dropped).sum();
    }

    @Override
    public void close() {
        paths.forEach(BridgePath::close);
    }
}
