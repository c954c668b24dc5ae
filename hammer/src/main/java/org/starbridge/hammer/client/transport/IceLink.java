package org.starbridge.hammer.client.transport;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.random.RandomGenerator;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.transport.ice.IceAgent;
import org.starbridge.transport.ice.IceCandidate;
import org.starbridge.transport.ice.IceConfig;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.ice.IceRole;
import org.starbridge.transport.ice.IceSink;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.ice.Tuple;
import org.starbridge.transport.udp.SocketAddresses;

/** Finds the way to the bridge (ICE, controlled) and keeps it open. Owned by the driver. */
final class IceLink implements IceSink {
    private static final int LOCAL_PREFERENCE = 65_535;

    private final Outbox outbox;
    private final Runnable onFirstSelected;
    private final IceAgent agent;
    private LocalAddresses addresses;
    private boolean selected;

    /**
     * @param addresses ours until {@link #connect}
     * @param onFirstSelected called on the driver's thread, at most once
     */
    IceLink(LocalAddresses addresses, Outbox outbox, RandomGenerator random, Runnable onFirstSelected) {
        this.outbox = outbox;
        this.onFirstSelected = onFirstSelected;
        this.addresses = addresses;
        agent = new IceAgent(IceRole.CONTROLLED, IceCredentials.random(random), random, IceConfig.defaults());
    }

    /** Ours; immutable, so any thread may ask. */
    IceCredentials credentials() {
        return agent.localCredentials();
    }

    /** Starts checks: ours go first, the bridge learns our address from them. */
    void connect(long nowNs, IceCredentials bridge, List<IceCandidate> candidates, LocalAddresses routes) {
        addresses = routes;
        for (InetSocketAddress local : routes.all()) {
            agent.addLocalCandidate(IceCandidate.host(local, LOCAL_PREFERENCE));
        }
        for (IceCandidate candidate : candidates) {
            agent.addRemoteCandidate(nowNs, candidate, this);
        }
        agent.remoteCredentials(nowNs, bridge, this);
    }

    void onDatagram(long nowNs, long address, int lengthBytes, long remoteAddress) {
        InetSocketAddress remote = SocketAddresses.read(remoteAddress);
        agent.onDatagram(
                nowNs, new Tuple(addresses.towards(remote), remote), Memory.copyOf(address, lengthBytes), this);
    }

    void onTimeout(long nowNs) {
        agent.onTimeout(nowNs, this);
    }

    long nextDeadlineNs() {
        return agent.nextDeadlineNs();
    }

    boolean isConnected() {
        return agent.state() == IceState.CONNECTED;
    }

    IceState state() {
        return agent.state();
    }

    void close() {
        agent.close();
    }

    @Override
    public void send(Tuple tuple, byte[] datagram) {
        outbox.sendTo(tuple.remote(), datagram);
    }

    @Override
    public void onSelected(Tuple tuple) {
        outbox.peer(tuple.remote());
        if (!selected) {
            selected = true;
            onFirstSelected.run();
        }
    }

    @Override
    public void onState(IceState state) {
        // The state is asked for when it is needed: see BridgeConnection.condition.
    }
}
