package org.starbridge.bridge.app.rehearsal;

import java.security.SecureRandom;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.control.conference.ConferenceMoves;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.media.downlink.DownlinkSettings;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpProfile;

/** A call in memory whose conference is written and read again and again. It waits for nothing. Used by one thread. */
public final class MoveRehearsal implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MoveRehearsal.class);
    private static final int CLIENTS = 4;
    private static final int STEPS_BETWEEN = 4;
    /** So many that what runs for each field of a record is compiled. */
    private static final int MOVES = 60;

    private static final long LIMIT_NS = 10_000_000_000L;

    /** The parts of a bridge that a rehearsal has in common with the real one. */
    public record Parts(
            ConferenceConfig config,
            DownlinkSettings downlink,
            SrtpCrypto crypto,
            Supplier<DtlsIdentity> identity,
            SecureRandom random) {}

    private final RehearsedCall call;
    private final RehearsalBridge to;

    private MoveRehearsal(Parts parts) {
        call = new RehearsedCall(parts, CLIENTS, SrtpProfile.AEAD_AES_128_GCM);
        to = new RehearsalBridge(parts, SrtpProfile.AEAD_AES_128_GCM, call::nowNs, (_, _) -> {});
    }

    /** Holds one that is long enough for an upgrade. It takes a second or two of CPU time. */
    public static void hold(Parts parts) {
        long beganNs = System.nanoTime();
        int moves = hold(parts, MOVES, LIMIT_NS);
        LOG.info("an upgrade was rehearsed {} times in {} ms", moves, (System.nanoTime() - beganNs) / 1_000_000);
    }

    /**
     * Holds a rehearsal; nothing of it is left afterwards. One that fails is logged: the upgrade can go on, with a
     * longer pause.
     *
     * @param moves how many at most
     * @param limitNs after so long no further move begins
     * @return how many there were
     */
    static int hold(Parts parts, int moves, long limitNs) {
        long endNs = System.nanoTime() + limitNs;
        int done = 0;
        try (MoveRehearsal rehearsal = new MoveRehearsal(parts)) {
            rehearsal.call.begin();
            while (done < moves && System.nanoTime() - endNs < 0) {
                rehearsal.move();
                done++;
            }
        } catch (StateException | RuntimeException e) {
            LOG.warn("the rehearsal of an upgrade failed after {} moves: {}", done, e.toString());
        }
        return done;
    }

    private void move() throws StateException {
        call.talk(STEPS_BETWEEN);
        List<ConferenceMoves.Records> records = call.bridge.write();
        to.read(records);
        if (to.conferences() != 0 || call.bridge.conferences() != 1) {
            throw new IllegalStateException("a conference is in the wrong bridge");
        }
    }

    @Override
    public void close() {
        call.close();
        to.close();
    }
}
