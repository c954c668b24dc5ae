package org.starbridge.bridge.upgrade;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.upgrade.UpgradeChannel.Message.Kind;
import org.starbridge.control.conference.ConferenceMoves;
import org.starbridge.media.api.MediaRest;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.platform.UnixSocket;

/**
 * The running bridge's end of a hand-over: waits at a socket for a new process of the same user, one at a time. All
 * conferences go in one step. Until {@code YOURS} is sent a failure of any kind leaves this bridge as it was.
 */
public final class HandOver implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HandOver.class);
    /** After an attempt that failed. */
    private static final long PAUSE_NS = 500_000_000;

    private static final int HELLO_LIMIT_MS = 5_000;
    private static final int PREPARATION_LIMIT_MS = 60_000;
    private static final int STEP_LIMIT_MS = 10_000;

    private final Path path;
    private final UnixSocket listener;
    private final RunningBridge bridge;
    private final Thread thread;
    private volatile boolean isClosed;
    private volatile boolean isHandedOver;
    /** Used by the thread. */
    private boolean isRehearsed;

    /**
     * The bridge that is handed over.
     *
     * @param descriptors of the UDP sockets; empty if they have none
     * @param settings that have to be the same in the new process, by key
     * @param rehearsal compiles what writes and sends conferences, before any packet waits
     * @param requests of focuses: what comes after the hand-over is passed on
     * @param signalling the rooms of focuses
     * @param whyNotMovable a sentence about what cannot be moved at the moment, apart from conferences; empty if
     *     everything can
     * @param recorded meeting ids of the conferences that are recorded: the new process begins to record them again
     * @param silence called when the conferences are the other's: closes what clients reach
     * @param end called at the end: this process is of no use any more
     */
    public record RunningBridge(
            ConferenceMoves moves,
            Supplier<MediaRest> rest,
            List<Integer> descriptors,
            Map<String, String> settings,
            Runnable rehearsal,
            OnwardRequests requests,
            FocusSessions signalling,
            Supplier<Optional<String>> whyNotMovable,
            Supplier<List<String>> recorded,
            Runnable silence,
            Runnable end) {}

    private HandOver(Path path, UnixSocket listener, RunningBridge bridge) {
        this.path = path;
        this.listener = listener;
        this.bridge = bridge;
        thread = Thread.ofPlatform().daemon().name("hand-over").unstarted(this::run);
    }

    /**
     * Listens from now on. A file that is at the path belongs to a process that is gone: the UDP port, by which the
     * path is named, is ours.
     */
    public static HandOver listen(Path path, RunningBridge bridge) throws IOException {
        Files.deleteIfExists(path);
        UnixSocket listener = UnixSocket.listen(path);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
        HandOver handOver = new HandOver(path, listener, bridge);
        handOver.thread.start();
        return handOver;
    }

    private void run() {
        while (!isClosed && !isHandedOver) {
            try (UnixSocket connection = listener.accept()) {
                serve(connection);
            } catch (IOException | RuntimeException e) {
                if (!isClosed) {
                    LOG.warn("no hand-over: {}", e.getMessage());
                    LockSupport.parkNanos(PAUSE_NS);
                }
            }
        }
        if (isHandedOver) {
            listener.close();
            bridge.end.run();
        }
    }

    private void serve(UnixSocket connection) throws IOException {
        UpgradeChannel channel = new UpgradeChannel(connection);
        channel.timeoutMs(HELLO_LIMIT_MS);
        try {
            if (connection.peerUid() != UnixSocket.ownUid()) {
                throw new UpgradeException("the new bridge runs as another user than the running one");
            }
            prepare(channel);
            handOver(channel);
        } catch (UpgradeException refusal) {
            channel.refuse(String.valueOf(refusal.getMessage()));
            throw refusal;
        }
    }

    /** Checks what can be checked while everything goes on, and passes the sockets. */
    private void prepare(UpgradeChannel channel) throws IOException {
        channel.expectHello(bridge.settings);
        if (bridge.descriptors.isEmpty()) {
            throw new UpgradeException("the running bridge has no native UDP sockets (starbridge.media.io)");
        }
        requireNothing(bridge.whyNotMovable.get());
        bridge.moves.hold();
        try {
            requireNothing(bridge.moves.whyNotMovable());
        } finally {
            bridge.moves.release();
        }
        channel.send(Kind.SOCKETS, bridge.descriptors, out -> {
            out.writeInt(bridge.descriptors.size());
            out.writeInt(bridge.signalling.number());
        });
        rehearse(); // while the new process prepares itself, too
        channel.timeoutMs(PREPARATION_LIMIT_MS);
        channel.expect(Kind.PREPARED);
        channel.timeoutMs(STEP_LIMIT_MS);
    }

    /** Once: what it is for stays compiled. */
    private void rehearse() {
        if (!isRehearsed) {
            bridge.rehearsal.run();
            isRehearsed = true;
        }
    }

    private static void requireNothing(Optional<String> whyNot) throws UpgradeException {
        if (whyNot.isPresent()) {
            throw new UpgradeException(whyNot.get());
        }
    }

    private void handOver(UpgradeChannel channel) throws IOException {
        MediaRest rest = bridge.rest.get();
        PassedRequests passed = new PassedRequests(channel);
        // Before conferences are held: what is asked here may wait for one.
        requireNothing(bridge.whyNotMovable.get());
        List<String> recorded = bridge.recorded.get();
        long beganNs = System.nanoTime();
        bridge.moves.hold();
        try {
            requireNothing(bridge.moves.whyNotMovable());
            rest.begin();
            Quiet.await(rest);
            int conferences = write(channel, recorded);
            channel.expect(Kind.READY);
            channel.send(Kind.YOURS);
            isHandedOver = true;
            LOG.info(
                    "{} conferences have moved to the new process, after a pause of {} ms",
                    conferences,
                    (System.nanoTime() - beganNs) / 1_000_000);
            bridge.requests.passOn(passed::passOn);
            bridge.moves.forget(); // requests that wait are passed on
        } finally {
            if (!isHandedOver) {
                rest.end();
            }
            bridge.moves.release();
        }
        try {
            bridge.silence.run();
            passed.send(Kind.FREE);
        } catch (IOException | RuntimeException e) {
            LOG.warn("the new process does not learn that HTTP ports are free: {}", e.getMessage());
        }
        bridge.signalling.leave();
    }

    private int write(UpgradeChannel channel, List<String> recorded) throws IOException {
        List<ConferenceMoves.Leaving> leaving;
        try {
            leaving = bridge.moves.write();
        } catch (StateException e) {
            throw new UpgradeException("a conference cannot be moved: " + e.getMessage());
        }
        for (ConferenceMoves.Leaving conference : leaving) {
            ConferenceMoves.Records records = Quiet.result(conference.records());
            channel.send(Kind.CONFERENCE, List.of(), out -> {
                out.writeUTF(records.conferenceId());
                out.writeInt(records.media().size());
                out.write(records.control());
            });
            for (byte[] media : records.media()) {
                channel.sendRecord(Kind.MEDIA, media);
            }
            Arrays.fill(records.control(), (byte) 0);
        }
        channel.send(Kind.END, List.of(), out -> {
            out.writeInt(leaving.size());
            out.writeInt(recorded.size());
            for (String meetingId : recorded) {
                out.writeUTF(meetingId);
            }
        });
        return leaving.size();
    }

    /** No process can take over any more. */
    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        if (isHandedOver) {
            return; // the path is the new process' own, and the thread has ended or ends the bridge
        }
        listener.shutDown();
        LockSupport.unpark(thread);
        try {
            thread.join();
            listener.close();
            Files.deleteIfExists(path);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            LOG.warn("the socket {} stays: {}", path, e.getMessage());
        }
    }
}
