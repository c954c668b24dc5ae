package org.starbridge.hammer.client;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.client.channel.BridgeMessages;
import org.starbridge.hammer.client.channel.DataChannelLink;
import org.starbridge.hammer.client.link.EndpointLink;
import org.starbridge.hammer.client.media.EndpointCounter;
import org.starbridge.hammer.client.media.MeasuredSessions;
import org.starbridge.hammer.client.media.MediaFlow;
import org.starbridge.hammer.client.media.MediaSession;
import org.starbridge.hammer.client.media.PictureCounter;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.plan.EndpointPlan;
import org.starbridge.hammer.client.plan.NegotiatedMedia;
import org.starbridge.hammer.client.result.LinkCount;
import org.starbridge.hammer.client.result.ReceiverCount;
import org.starbridge.hammer.client.result.SocketCount;
import org.starbridge.hammer.client.signalling.BridgeTransport;
import org.starbridge.hammer.client.transport.BridgeConnection;
import org.starbridge.hammer.client.transport.BridgeSocket;
import org.starbridge.hammer.client.transport.DtlsParty;
import org.starbridge.hammer.client.transport.LocalAddresses;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.udp.NativeUdpSocket;
import org.starbridge.transport.udp.ReceiveBatch;

/**
 * One full client: a connection to the bridge and, from its keys on, media and RTCP. Made by any thread, then owned by
 * its driver; only {@link #plan}, {@link #driver}, {@link #credentials}, {@link #localPort}, {@link #connected},
 * {@link #messages}, {@link #data} and {@link #postLeave} are for others.
 */
final class Endpoint implements BridgeConnection.Events, AutoCloseable {
    /** A frame's packets and RTCP; a receive-only endpoint has no frames. */
    private static final int SENDER_BATCH = 32;

    private static final int RECEIVER_BATCH = 4;

    private final EndpointPlan plan;
    private final Driver driver;
    private final BridgeConnection connection;
    private final @Nullable DataChannelLink data;
    private final BridgeMessages messages;
    private final MeasuredSessions sessions;
    private final CompletableFuture<Void> connected = new CompletableFuture<>();
    private @Nullable MediaSession session;
    private NegotiatedMedia numbers = NegotiatedMedia.OURS;
    private Map<String, Integer> ssrcs = Map.of();
    private boolean sending;
    private int transportSequence;
    private long dropsBeforeWindow;
    private long connectedNs;

    /**
     * @param socket closed with this
     * @param sessions makes the media session once there are keys, on the driver's thread
     * @param messages takes what the bridge says over the bridge channel
     * @param data the bridge channel, if that is a data channel; else null
     */
    Endpoint(
            EndpointPlan plan,
            Driver driver,
            BridgeSocket socket,
            DtlsParty party,
            MeasuredSessions sessions,
            BridgeMessages messages,
            @Nullable DataChannelLink data) {
        this.plan = plan;
        this.driver = driver;
        this.sessions = sessions;
        this.messages = messages;
        this.data = data;
        int sendBatch = plan.streams().isEmpty() ? RECEIVER_BATCH : SENDER_BATCH;
        connection = new BridgeConnection(socket, sendBatch, party, sessions.random(), driver::post, data, this);
        transportSequence = sessions.random().nextInt(0x8000);
    }

    EndpointPlan plan() {
        return plan;
    }

    /** Returns the driver to whose thread it belongs. */
    Driver driver() {
        return driver;
    }

    IceCredentials credentials() {
        return connection.credentials();
    }

    int localPort() {
        return connection.localPort();
    }

    /** Returns the messages of the bridge to it over its channel. */
    BridgeMessages messages() {
        return messages;
    }

    /** Its bridge channel, if that is a data channel. */
    @Nullable
    DataChannelLink data() {
        return data;
    }

    /** Done when media flows out; failed with a {@link LoadTestException}. */
    CompletableFuture<Void> connected() {
        return connected;
    }

    /** Says good-bye soon. */
    void postLeave() {
        driver.post(this::leave);
    }

    // What follows on the driver's thread only.

    NativeUdpSocket socket() {
        return connection.socket().socket();
    }

    void connect(BridgeTransport bridge, LocalAddresses routes) {
        numbers = bridge.numbers();
        ssrcs = bridge.ssrcs();
        if (data != null && bridge.hasDataChannel()) {
            data.expect();
        }
        connection.connect(bridge, routes);
    }

    /** Sends a datagram as it is, from its authenticated address to the bridge's. */
    void inject(byte[] datagram) {
        connection.send(datagram);
    }

    @Override
    public void onKeys(SrtpKeys keys) {
        MediaSession made = sessions.create(keys, plan, numbers, connection.outbox());
        session = made;
        ssrcs.forEach(made.media().ssrcs()::onMapped);
        keys.wipe();
        messages.listen(new BridgeMessageApplier(driver, plan, made));
        sending = true;
        connectedNs = System.nanoTime();
        connected.complete(null);
    }

    @Override
    public void onEnd(String reason) {
        connected.completeExceptionally(new LoadTestException("endpoint " + plan.id() + ", DTLS: " + reason));
    }

    @Override
    public void onMedia(long packetAddress, int lengthBytes, long arrivalNs) {
        if (session != null) {
            session.onDatagram(packetAddress, lengthBytes, arrivalNs);
        }
    }

    /** Takes what waits at the socket. */
    void onReadable(ReceiveBatch batch) {
        connection.socket().receive(batch);
    }

    /** Sends what is due. */
    void onTime(long nowNs) {
        connection.onTime(nowNs);
        MediaSession current = session;
        if (current != null) {
            if (sending) {
                transportSequence = current.send(nowNs, connection.outbox(), transportSequence);
            }
            if (nowNs >= current.feedback().nextDeadlineNs()) {
                current.feedback().onTime(nowNs, System.currentTimeMillis() * 1_000_000);
            }
        }
        connection.outbox().flush();
    }

    long nextDeadlineNs() {
        long deadline = connection.nextDeadlineNs();
        MediaSession current = session;
        if (current != null) {
            deadline = Math.min(deadline, current.feedback().nextDeadlineNs());
            deadline = sending ? Math.min(deadline, current.nextSendNs()) : deadline;
        }
        return connection.outbox().isWaiting() ? Math.min(deadline, System.nanoTime() + 1_000_000) : deadline;
    }

    /** Copies of some of the protected media packets that it sent last; from the first call on. */
    List<byte[]> copiesOfSent() {
        return connection.outbox().copies();
    }

    void openWindow() {
        dropsBeforeWindow = socket().kernelDrops();
        EndpointLink link = connection.socket().link();
        if (link != null) {
            link.openWindow(System.nanoTime());
        }
        if (session != null) {
            session.openWindow(System.nanoTime());
        }
    }

    void stopSending() {
        if (session != null && sending) {
            session.closeWindow(System.nanoTime());
        }
        EndpointLink link = connection.socket().link();
        if (link != null) {
            link.closeWindow(System.nanoTime());
        }
        sending = false;
    }

    /** Sends no more; for one that is not counted. */
    void pause() {
        sending = false;
    }

    private void leave() {
        sending = false;
        if (session != null) {
            session.feedback().writeBye();
            connection.outbox().flush();
        }
        if (data != null) {
            data.close();
        }
        connection.closeDtls();
    }

    /** Returns what it lacks, as a sentence; null when it has joined. */
    @Nullable
    String condition() {
        String condition = connection.condition();
        return condition == null && session == null ? "the DTLS handshake is not finished" : condition;
    }

    /** The same, with words for a joined endpoint. */
    String conditionText() {
        String condition = condition();
        return condition == null ? "the endpoint has joined" : condition;
    }

    /** Returns the counts of what it has received and what it has sent. */
    ReceiverCount count(ConferenceOptions options) {
        NativeUdpSocket socket = socket();
        MediaSession current = session;
        if (current == null) {
            return ReceiverCount.nothing(plan.number(), plan.id(), socket.receiveBufferBytes(), messages.end());
        }
        SocketCount counted = new SocketCount(
                socket.kernelDrops() - dropsBeforeWindow, socket.sendFailures(), socket.receiveBufferBytes());
        EndpointLink link = connection.socket().link();
        LinkCount linkCount =
                link == null ? null : link.count(PictureCounter.count(current.media(), plan, options, connectedNs));
        return EndpointCounter.count(plan, current, options, counted, linkCount, messages.end());
    }

    /** Adds this endpoint to the sums that the live line shows. */
    void addTo(LiveTotals.Sum sum) {
        MediaSession current = session;
        if (current != null) {
            sum.add(
                    connection.outbox(),
                    current.media(),
                    current.flow(plan.number()).totals(System.nanoTime()));
        }
    }

    /** Returns the media that flows to it; null before it has keys. */
    @Nullable
    MediaFlow flow() {
        MediaSession current = session;
        return current == null ? null : current.flow(plan.number());
    }

    @Override
    public void close() {
        sending = false;
        if (session != null) {
            session.close();
        }
        connection.close();
    }
}
