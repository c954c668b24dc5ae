package org.starbridge.hammer.hostile;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModified;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Transport;
import org.starbridge.colibri.client.Colibri2Client;

/**
 * A conference of participants who open their bridge channels and read nothing: most keep them, some talk to all others
 * as loudly as they can, and some open their channels over and over. Without bounds at the bridge, what waits for them
 * ends its process. The bridge expires participants without a connection, so the crowd comes again before that. Used by
 * the hostile run's thread only; blocking.
 */
final class NonReadingParticipants implements AutoCloseable {
    private static final int DEAF = 250;
    private static final int TALKING = 10;
    private static final int REOPENING = 5;

    /** Of each who reopens, so many sockets stay open on our side, whatever the bridge has done with them. */
    private static final int KEPT = 20;

    /**
     * Longer than the bridge waits for a channel that takes nothing, shorter than for a participant without a
     * connection.
     */
    private static final long STAYS_NS = 40_000_000_000L;

    private static final long TRIES_AGAIN_NS = 1_000_000_000L;

    /** As much as the bridge passes on, and as much as it reads. */
    private static final byte[] BROADCAST = message(15_000);

    private static final byte[] LONGEST = message(120_000);

    private final Colibri2Client bridge;
    private final List<NonReadingSocket> sockets = new ArrayList<>();
    private final List<URI> reopened = new ArrayList<>();
    private final Deque<NonReadingSocket> reopenedSockets = new ArrayDeque<>();
    private String meetingId = "";
    private long leavesAtNs = System.nanoTime();
    private int nextTalker;
    private int nextReopened;

    NonReadingParticipants(URI bridge) {
        this.bridge = new Colibri2Client(bridge);
    }

    private static byte[] message(int lengthBytes) {
        return NonReadingSocket.frame("{\"colibriClass\":\"EndpointMessage\",\"to\":\"\",\"msgPayload\":{\"x\":\""
                + "x".repeat(lengthBytes) + "\"}}");
    }

    List<Attack> all() {
        return List.of(
                new Attack(
                        "broadcasts to 250 non-readers",
                        Set.of("total_channel_messages_unsent", "total_channels_stalled"),
                        0.5,
                        200,
                        this::broadcast),
                new Attack(
                        "bridge channels reopened, unread",
                        Set.of("total_channel_opens_too_soon"),
                        0.3,
                        200,
                        this::reopen));
    }

    private boolean broadcast() {
        if (!isHere()) {
            return false;
        }
        nextTalker = (nextTalker + 1) % TALKING;
        try {
            return sockets.get(nextTalker).say(BROADCAST);
        } catch (IOException _) {
            return false; // cut, as is right; the crowd comes again
        }
    }

    /** Opens one more, says something long, and leaves it unread. */
    private boolean reopen() {
        if (!isHere()) {
            return false;
        }
        nextReopened = (nextReopened + 1) % reopened.size();
        try {
            NonReadingSocket socket = new NonReadingSocket(reopened.get(nextReopened));
            reopenedSockets.add(socket);
            if (reopenedSockets.size() > KEPT * REOPENING) {
                reopenedSockets.remove().close();
            }
            boolean _ = socket.say(LONGEST); // behind the request, as far as the kernel takes it
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    private boolean isHere() {
        if (System.nanoTime() - leavesAtNs < 0) {
            return true;
        }
        leave();
        leavesAtNs = System.nanoTime() + TRIES_AGAIN_NS;
        try {
            come();
            return true;
        } catch (IOException | Colibri2Exception _) {
            return false; // the bridge is busy, or gone: its health tells
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void come() throws IOException, InterruptedException {
        meetingId = UUID.randomUUID().toString();
        bridge.send(ConferenceModify.creating(meetingId, null, List.of()));
        for (int i = 0; i < DEAF; i++) {
            sockets.add(new NonReadingSocket(newChannel(i)));
        }
        for (int i = DEAF; i < DEAF + REOPENING; i++) {
            reopened.add(newChannel(i));
        }
        leavesAtNs = System.nanoTime() + STAYS_NS;
    }

    /** Returns the URL at which a new participant's channel is to be opened. */
    private URI newChannel(int number) throws IOException, InterruptedException {
        EndpointModify request = EndpointModify.builder(HexFormat.of().toHexDigits(number))
                .create(true)
                .capability(Capabilities.SOURCE_NAMES)
                .transport(new Transport(true, false, false, null, null))
                .build();
        EndpointModified created = bridge.send(ConferenceModify.updating(meetingId, List.of(request)))
                .endpoints()
                .getFirst();
        IceUdpTransport transport = Objects.requireNonNull(
                Objects.requireNonNull(created.transport()).iceUdp());
        return URI.create(transport.webSockets().getFirst());
    }

    private void leave() {
        sockets.forEach(NonReadingSocket::close);
        sockets.clear();
        reopenedSockets.forEach(NonReadingSocket::close);
        reopenedSockets.clear();
        reopened.clear();
        if (!meetingId.isEmpty()) {
            try {
                bridge.expire(meetingId);
            } catch (IOException | Colibri2Exception _) {
                // The bridge expires it by itself.
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            meetingId = "";
        }
    }

    @Override
    public void close() {
        leave();
        bridge.close();
    }
}
