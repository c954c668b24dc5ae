package org.starbridge.bridge.upgrade;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.upgrade.UpgradeChannel.Message;
import org.starbridge.bridge.upgrade.UpgradeChannel.Message.Kind;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.control.conference.ConferenceMoves;
import org.starbridge.media.api.MediaRest;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.platform.UnixSocket;

/**
 * The new bridge's end of a hand-over. Used by the thread that starts the bridge. Nothing is sent to any client before
 * {@link #receive} returns; if anything fails until then, the running bridge goes on.
 */
public final class TakeOver implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TakeOver.class);
    private static final int STEP_LIMIT_MS = 15_000;

    private final UnixSocket socket;
    private final UpgradeChannel channel;
    private final List<Integer> descriptors;
    private final int sessionBefore;
    private final List<String> recorded = new ArrayList<>();
    private final CompletableFuture<Void> freePorts = new CompletableFuture<>();
    private volatile boolean isServing;

    private TakeOver(UnixSocket socket, UpgradeChannel channel, List<Integer> descriptors, int sessionBefore) {
        this.socket = socket;
        this.channel = channel;
        this.descriptors = descriptors;
        this.sessionBefore = sessionBefore;
    }

    /**
     * Asks the running bridge.
     *
     * @param settings that have to be the same in the running bridge, by key
     * @throws UpgradeException if it refuses, with its sentence
     * @throws IOException if there is none
     */
    public static TakeOver ask(Path path, Map<String, String> settings) throws IOException {
        UnixSocket socket = UnixSocket.connect(path);
        try {
            if (socket.peerUid() != UnixSocket.ownUid()) {
                throw new UpgradeException("the running bridge is another user's");
            }
            UpgradeChannel channel = new UpgradeChannel(socket);
            channel.timeoutMs(STEP_LIMIT_MS);
            channel.hello(settings);
            Message sockets = channel.expect(Kind.SOCKETS);
            DataInputStream in = sockets.input();
            if (in.readInt() != sockets.descriptors().size()) {
                throw new IOException("not all UDP sockets arrived");
            }
            return new TakeOver(socket, channel, sockets.descriptors(), in.readInt());
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /** Descriptors of the UDP sockets, one for each media worker. */
    public List<Integer> descriptors() {
        return descriptors;
    }

    /** Meeting ids of the conferences that were recorded, when they are ours. */
    public List<String> recorded() {
        return recorded;
    }

    /** Number of the running bridge's session with focuses. */
    public int sessionBefore() {
        return sessionBefore;
    }

    /**
     * Receives all conferences; when it returns they are ours, and the workers, which rested, go on.
     *
     * @param requests carries out what focuses ask the old process meanwhile
     * @throws IOException if it fails: the running bridge goes on, and this process is to end
     */
    public void receive(ConferenceMoves moves, MediaRest rest, Function<ConferenceModify, ConferenceModified> requests)
            throws IOException {
        channel.send(Kind.PREPARED);
        List<ConferenceMoves.Arriving> arriving = new ArrayList<>();
        try {
            Message message = channel.expect(Kind.CONFERENCE, Kind.END);
            while (message.kind() == Kind.CONFERENCE) {
                arriving.add(conference(message, moves));
                message = channel.expect(Kind.CONFERENCE, Kind.END);
            }
            DataInputStream end = message.input();
            if (end.readInt() != arriving.size()) {
                throw new UpgradeException("not all conferences arrived");
            }
            for (int left = end.readInt(); left > 0; left--) {
                recorded.add(end.readUTF());
            }
            Quiet.await(rest);
            for (ConferenceMoves.Arriving conference : arriving) {
                Quiet.result(conference.restore());
            }
        } catch (UpgradeException | StateException e) {
            channel.refuse(String.valueOf(e.getMessage()));
            throw e instanceof UpgradeException refused
                    ? refused
                    : new UpgradeException("a conference: " + e.getMessage());
        }
        arriving.forEach(ConferenceMoves.Arriving::complete);
        channel.send(Kind.READY);
        channel.expect(Kind.YOURS);
        rest.end();
        isServing = true;
        Thread.ofPlatform().daemon().name("passed-requests").start(() -> serve(requests));
        LOG.info("{} conferences have moved here", arriving.size());
    }

    private ConferenceMoves.Arriving conference(Message message, ConferenceMoves moves)
            throws IOException, StateException {
        DataInputStream in = message.input();
        String id = in.readUTF();
        int endpoints = in.readInt();
        byte[] control = in.readAllBytes();
        List<byte[]> media = new ArrayList<>();
        for (int i = 0; i < endpoints; i++) {
            media.add(channel.expect(Kind.MEDIA).content());
        }
        Arrays.fill(message.content(), (byte) 0);
        return moves.read(new ConferenceMoves.Records(id, control, media));
    }

    /** Until the old process ends. */
    private void serve(Function<ConferenceModify, ConferenceModified> requests) {
        PassedRequests passed = new PassedRequests(channel);
        try (socket) {
            while (true) {
                Message message = channel.expect(Kind.FREE, Kind.REQUEST);
                if (message.kind() == Kind.FREE) {
                    freePorts.complete(null);
                } else {
                    passed.answer(message, requests);
                }
            }
        } catch (IOException e) {
            if (!freePorts.isDone()) {
                LOG.warn("the old process did not say that its ports are free: {}", e.getMessage());
            }
        } finally {
            freePorts.complete(null);
        }
    }

    /** Waits until the old process has given up its HTTP ports, or has ended. */
    public void awaitFreePorts() {
        freePorts.join();
    }

    /** Ends an attempt; after the hand-over the end of the old process does that. */
    @Override
    public void close() {
        if (!isServing) {
            socket.close();
        }
    }
}
