package org.starbridge.bridge.app.rehearsal;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.transport.srtp.SrtpProfile;

/**
 * A rehearsal of the packet path while a new bridge has nothing to do: calls in memory with sound and picture, three
 * encodings, feedback for the estimator, requests for lost packets and their retransmissions, under each SRTP profile
 * that endpoints are offered. So the path is compiled before the first real call, whose packets cost twice as much
 * otherwise. Used by one thread.
 */
public final class CallRehearsal {
    /** Name of the thread that it is meant for, which runs only when no other wants a core. */
    public static final String THREAD = "rehearsal";

    private static final Logger LOG = LoggerFactory.getLogger(CallRehearsal.class);
    private static final int CLIENTS = 6;
    private static final int STEPS = 10;
    /** Packets to clients, of all calls: the methods of the path are compiled for good after some ten thousands. */
    private static final long PACKETS = 80_000;

    private static final long CPU_LIMIT_NS = 4_000_000_000L;

    private CallRehearsal() {}

    /**
     * Holds it, until the path is compiled, a limit of CPU time is reached, or it is not wanted any more. One that
     * fails is logged.
     *
     * @param isWanted asked all the time
     */
    public static void hold(MoveRehearsal.Parts parts, List<SrtpProfile> profiles, BooleanSupplier isWanted) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long endCpuNs = threads.getCurrentThreadCpuTime() + CPU_LIMIT_NS;
        try {
            long packets = hold(
                    parts,
                    profiles,
                    PACKETS,
                    () -> isWanted.getAsBoolean() && threads.getCurrentThreadCpuTime() < endCpuNs);
            LOG.info("the packet path was rehearsed with {} packets", packets);
        } catch (RuntimeException e) {
            LOG.warn("the rehearsal of the packet path failed: {}", e.toString());
        }
    }

    /**
     * The first profile, which most endpoints take, has half of the packets. Returns the packets that came to clients.
     */
    static long hold(MoveRehearsal.Parts parts, List<SrtpProfile> profiles, long packets, BooleanSupplier isWanted) {
        long done = 0;
        for (int i = 0; i < profiles.size() && isWanted.getAsBoolean(); i++) {
            long share = i == 0 && profiles.size() > 1 ? packets / 2 : (packets - done) / (profiles.size() - i);
            try (RehearsedCall call = new RehearsedCall(parts, CLIENTS, profiles.get(i))) {
                call.begin();
                while (call.received() < share && isWanted.getAsBoolean()) {
                    call.talk(STEPS);
                }
                if (call.received() >= share && call.repeated() == 0) {
                    throw new IllegalStateException("nothing was sent again");
                }
                done += call.received();
            }
        }
        return done;
    }
}
