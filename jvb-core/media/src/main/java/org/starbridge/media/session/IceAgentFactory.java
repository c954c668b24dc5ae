package org.starbridge.media.session;

import java.net.InetSocketAddress;
import java.util.List;
import org.starbridge.transport.ice.IceAgent;
import org.starbridge.transport.ice.IceCandidate;
import org.starbridge.transport.ice.IceCounters;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.ice.IceRole;

/** Makes the ICE agents of one worker's endpoints. All of them add to one total of counters. Owned by the worker. */
public final class IceAgentFactory {
    private static final int BEST_LOCAL_PREFERENCE = 65535;

    private final SessionSettings settings;
    private final IceCounters total;

    public IceAgentFactory(SessionSettings settings, IceCounters total) {
        this.settings = settings;
        this.total = total;
    }

    /**
     * An agent that may use every address of ours; the one named first is the best.
     *
     * @param uniquePort the port that its peer has for itself; 0 for the shared one
     */
    public IceAgent make(IceRole role, IceCredentials local, int uniquePort) {
        IceAgent agent = new IceAgent(role, local, settings.random(), settings.iceConfig(), total);
        List<InetSocketAddress> candidates = settings.candidates().get();
        for (int i = 0; i < candidates.size(); i++) {
            InetSocketAddress shared = candidates.get(i);
            InetSocketAddress own = uniquePort == 0 ? shared : new InetSocketAddress(shared.getAddress(), uniquePort);
            agent.addLocalCandidate(IceCandidate.host(own, BEST_LOCAL_PREFERENCE - i));
        }
        return agent;
    }
}
