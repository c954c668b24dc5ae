package org.starbridge.bridge.app.rehearsal;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.starbridge.bridge.tap.ObservedMediaPlane;
import org.starbridge.control.conference.Colibri2Handler;
import org.starbridge.control.conference.ConferenceMoves;
import org.starbridge.control.conference.Conferences;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.media.blackbox.BlackBoxSettings;
import org.starbridge.media.endpoint.IceRestartTimes;
import org.starbridge.media.endpoint.KeyAgreement;
import org.starbridge.media.forward.RetransmissionLimits;
import org.starbridge.media.loss.LossPattern;
import org.starbridge.media.source.AudioPolicy;
import org.starbridge.media.source.KeyFrameLimits;
import org.starbridge.media.worker.DebugSettings;
import org.starbridge.media.worker.MediaWorker;
import org.starbridge.media.worker.MediaWorkers;
import org.starbridge.media.worker.WorkerSettings;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.ice.IceConfig;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpProfile;

/** A bridge in memory, under the time of the rehearsal. Its worker runs on the thread that calls. */
final class RehearsalBridge implements AutoCloseable {
    /** Not an address that a client may have: RFC 5737. */
    static final InetSocketAddress ADDRESS = new InetSocketAddress(InetAddress.ofLiteral("192.0.2.1"), 10000);

    private static final int RING_BYTES = 1 << 18;
    private static final int COMMANDS = 1024;
    private static final int MAX_TURNS = 1000;

    final Map<String, SrtpKeys> keys = new ConcurrentHashMap<>();
    final MemoryPort port;
    private final LongSupplier clockNs;
    private final MediaWorkers workers;
    private final Conferences conferences;
    final Colibri2Handler colibri;
    private final ConferenceMoves moves;

    RehearsalBridge(
            MoveRehearsal.Parts parts,
            SrtpProfile profile,
            LongSupplier clockNs,
            BiConsumer<InetSocketAddress, byte[]> network) {
        this.clockNs = clockNs;
        port = new MemoryPort(ADDRESS, network);
        KeyAgreement.Factory agreements = (_, listener) -> new RehearsalKeys(listener, profile, keys, parts.random());
        workers = new MediaWorkers(
                new WorkerSettings(
                        parts.crypto(),
                        agreements,
                        IceConfig.defaults(),
                        parts.random(),
                        () -> List.of(ADDRESS),
                        RING_BYTES,
                        COMMANDS,
                        KeyFrameLimits.DEFAULT,
                        RetransmissionLimits.DEFAULT,
                        parts.downlink(),
                        AudioPolicy.DEFAULT,
                        IceRestartTimes.DEFAULT,
                        () -> Long.MAX_VALUE,
                        fault -> {
                            throw new IllegalStateException("a rehearsal failed: " + fault);
                        },
                        new DebugSettings(
                                System::nanoTime, LossPattern.NONE, LossPattern.NONE, null, BlackBoxSettings.OFF)),
                List.of(port));
        conferences = new Conferences(
                parts.config(),
                new ConferenceEnvironment(
                        new ObservedMediaPlane(workers), parts.identity(), parts.random(), clockNs, (_, _) -> {}),
                new ConferenceCounters());
        colibri = new Colibri2Handler(conferences);
        moves = new ConferenceMoves(conferences);
    }

    /** One turn of its worker. */
    void turn() {
        for (MediaWorker worker : workers.workers()) {
            worker.doWork(clockNs.getAsLong());
        }
    }

    private <T> T answer(CompletableFuture<T> answer) {
        for (int i = 0; i < MAX_TURNS && !answer.isDone(); i++) {
            turn();
        }
        return answer.join();
    }

    /** Writes its conferences as a bridge that hands over; it goes on afterwards. */
    List<ConferenceMoves.Records> write() throws StateException {
        moves.hold();
        workers.rest().begin();
        try {
            answer(workers.rest().isQuiet());
            return moves.write().stream().map(each -> answer(each.records())).toList();
        } finally {
            workers.rest().end();
            moves.release();
            turn();
        }
    }

    /** Makes the conferences as a bridge that takes over, and ends them. */
    void read(List<ConferenceMoves.Records> records) throws StateException {
        workers.rest().begin();
        answer(workers.rest().isQuiet());
        for (ConferenceMoves.Records each : records) {
            ConferenceMoves.Arriving arriving = moves.read(each);
            answer(workers.rest().isQuiet());
            answer(arriving.restore());
            arriving.complete();
        }
        answer(workers.rest().isQuiet());
        conferences.expireAll();
        workers.rest().end();
        turn();
    }

    /** Selects layers, as a bridge does regularly. */
    void review() {
        conferences.reviewLayers();
    }

    /** Returns the number of its conferences. */
    int conferences() {
        return conferences.count();
    }

    @Override
    public void close() {
        conferences.expireAll();
        turn();
        workers.close();
    }
}
