package org.starbridge.hammer.client;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.client.channel.BridgeMessages;
import org.starbridge.hammer.client.channel.DataChannelLink;
import org.starbridge.hammer.client.media.EndpointCounter;
import org.starbridge.hammer.client.media.Feedback;
import org.starbridge.hammer.client.media.MediaSession;
import org.starbridge.hammer.client.media.MediaSessions;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.plan.EndpointPlan;
import org.starbridge.hammer.client.plan.NegotiatedMedia;
import org.starbridge.hammer.client.result.ReceiverCount;
import org.starbridge.hammer.client.result.SocketCount;
import org.starbridge.hammer.client.signalling.BridgeTransport;
import org.starbridge.hammer.client.transport.DtlsLink;
import org.starbridge.hammer.client.transport.IceLink;
import org.starbridge.hammer.client.transport.LocalAddresses;
import org.starbridge.hammer.client.transport.Outbox;
import org.starbridge.hammer.measure.ReceivedStream;
import org.starbridge.hammer.measure.SelectedSource;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.transport.dtls.DtlsHandshakes;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.udp.NativeUdpSocket;
import org.starbridge.transport.udp.ReceiveBatch;

/**
 * One full client: a socket, ICE, DTLS and, from its keys on, media and RTCP. Made by any thread, then owned by its driver;
 * only {@link #plan}, {@link #driver}, {@link #credentials}, {@link #connected}, {@link #told} and {@link #data} are for
 * others.
 */
final class Endpoint implements DtlsLink.Events, AutoCloseable {
    /** A frame's packets and RTCP; who only receives has no frames. */
    private static final int SENDER_BATCH = 32;

    private static final int RECEIVER_BATCH = 4;

    private final EndpointPlan plan;
    private final Driver driver;
    private final NativeUdpSocket socket;
    private final Outbox outbox;
    private final IceLink ice;
    private final DtlsLink dtls;
    private final @Nullable DataChannelLink data;
    private final BridgeMessages told;
    private final BiFunction<SrtpKeys, NegotiatedMedia, MediaSession> media;
    private final CompletableFuture<Void> connected = new CompletableFuture<>();
    private @Nullable MediaSession session;
    private @Nullable String ended;
    private NegotiatedMedia numbers = NegotiatedMedia.OURS;
    private boolean sending;
    private int transportSequence;
    private long dropsBeforeWindow;

    /** {@code sessions} makes the media session once there are keys, on the driver's thread. */
    Endpoint(
            EndpointPlan plan,
            NativeUdpSocket socket,
            Driver driver,
            DtlsHandshakes handshakes,
            DtlsIdentity identity,
            RandomGenerator random,
            MediaSessions sessions,
            BridgeMessages told,
            @Nullable DataChannelLink data) {
        this.told = told;
        this.plan = plan;
        this.socket = socket;
        this.driver = driver;
        outbox = new Outbox(socket, plan.streams().isEmpty() ? RECEIVER_BATCH : SENDER_BATCH);
        this.data = data;
        dtls = new DtlsLink(handshakes, identity, driver::post, data, this);
        ice = new IceLink(socket, outbox, random, dtls::start);
        media = (keys, numbers) -> sessions.create(keys, plan, numbers, outbox, driver.meters());
        transportSequence = random.nextInt(0x8000);
    }

    EndpointPlan plan() {
        return plan;
    }

    /** Whose thread it belongs to. */
    Driver driver() {
        return driver;
    }

    IceCredentials credentials() {
        return ice.credentials();
    }

    int localPort() {
        return socket.localAddress().getPort();
    }

    /** What the bridge says to it. */
    BridgeMessages told() {
        return told;
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

    // What follows on the driver's thread only.

    NativeUdpSocket socket() {
        return socket;
    }

    void connect(BridgeTransport bridge, LocalAddresses routes) {
        numbers = bridge.numbers();
        if (data != null && bridge.hasDataChannel()) {
            data.expect();
        }
        dtls.expect(bridge.fingerprints());
        ice.connect(System.nanoTime(), bridge, routes);
        outbox.flush();
    }

    /** Sends a datagram as it is, from its authenticated address to the bridge's. */
    @Override
    public void onDatagram(byte[] datagram) {
        outbox.send(datagram);
        outbox.flush();
    }

    @Override
    public void onKeys(SrtpKeys keys) {
        MediaSession made = media.apply(keys, numbers);
        session = made;
        keys.wipe();
        told.listen(new BridgeMessageApplier(driver, plan, made));
        sending = true;
        connected.complete(null);
    }

    @Override
    public void onEnd(String reason) {
        ended = reason;
        connected.completeExceptionally(new LoadTestException("endpoint " + plan.id() + ", DTLS: " + reason));
    }

    /** Takes what waits at the socket. */
    void onReadable(ReceiveBatch batch) {
        while (socket.receive(batch) > 0) {
            for (int i = 0; i < batch.size(); i++) {
                if (batch.lengthBytes(i) > 1) {
                    onDatagram(batch.address(i), batch.lengthBytes(i), batch.remote(i), batch.arrivalNs(i));
                }
            }
            if (batch.size() < batch.capacity()) {
                return;
            }
        }
    }

    /** RFC 7983: the first byte tells. */
    private void onDatagram(long address, int lengthBytes, long remote, long arrivalNs) {
        int first = Memory.u8(address);
        if (first >= 128 && first <= 191) {
            if (session != null) {
                onMedia(session, address, lengthBytes, arrivalNs);
            }
        } else if (first <= 3) {
            ice.onDatagram(System.nanoTime(), address, lengthBytes, remote);
            outbox.flush();
        } else if (first >= 20 && first <= 63) {
            dtls.onDatagram(Memory.copyOf(address, lengthBytes));
        }
    }

    private static void onMedia(MediaSession session, long address, int lengthBytes, long arrivalNs) {
        if (Feedback.isRtcp(address)) {
            session.feedback().onRtcp(address, lengthBytes, arrivalNs);
        } else {
            session.feedback().onRtp(address, lengthBytes, arrivalNs);
            session.media().onPacket(address, lengthBytes, arrivalNs);
        }
    }

    /** Sends what is due. */
    void onTime(long nowNs) {
        if (nowNs >= ice.nextDeadlineNs()) {
            ice.onTimeout(nowNs);
        }
        MediaSession current = session;
        if (current != null) {
            if (sending) {
                for (int i = 0; i < current.outgoing().size(); i++) {
                    transportSequence = current.outgoing().get(i).send(nowNs, outbox, transportSequence);
                }
                if (current.undeclared() != null) {
                    transportSequence = current.undeclared().send(nowNs, outbox, transportSequence);
                }
            }
            if (nowNs >= current.feedback().nextDeadlineNs()) {
                current.feedback().onTime(nowNs, System.currentTimeMillis() * 1_000_000);
            }
        }
        outbox.flush();
    }

    long nextDeadlineNs() {
        long deadline = ice.nextDeadlineNs();
        MediaSession current = session;
        if (current != null) {
            deadline = Math.min(deadline, current.feedback().nextDeadlineNs());
            if (sending) {
                for (int i = 0; i < current.outgoing().size(); i++) {
                    deadline = Math.min(deadline, current.outgoing().get(i).nextDeadlineNs());
                }
            }
        }
        return outbox.isWaiting() ? Math.min(deadline, System.nanoTime() + 1_000_000) : deadline;
    }

    /** Copies of some of the protected media packets that it sent last; from the first call on. */
    List<byte[]> sentLately() {
        outbox.tap().open();
        return outbox.tap().kept();
    }

    void openWindow() {
        dropsBeforeWindow = socket.kernelDrops();
        if (session != null) {
            session.openWindow(System.nanoTime());
        }
    }

    void stopSending() {
        if (session != null && sending) {
            session.closeWindow(System.nanoTime());
        }
        sending = false;
    }

    void leave() {
        if (session != null) {
            session.feedback().writeBye();
            outbox.flush();
        }
        if (data != null) {
            data.close();
        }
        dtls.close();
    }

    /** Where it stands, for people; null when it is joined and well. */
    @Nullable
    String condition() {
        if (ended != null) {
            return "DTLS: " + ended;
        }
        IceState state = ice.state();
        if (state != IceState.CONNECTED) {
            return "ICE is " + state;
        }
        return session == null ? "the DTLS handshake is not finished" : null;
    }

    /** The same, with words for being well. */
    String conditionText() {
        String condition = condition();
        return condition == null ? "it is joined" : condition;
    }

    /** What it has received and what it has sent. */
    ReceiverCount count(ConferenceOptions options) {
        MediaSession current = session;
        if (current == null) {
            return ReceiverCount.nothing(plan.number(), plan.id(), socket.receiveBufferBytes(), told.end());
        }
        SocketCount counted = new SocketCount(
                socket.kernelDrops() - dropsBeforeWindow, socket.sendFailures(), socket.receiveBufferBytes());
        return EndpointCounter.count(plan, current, options, counted, told.end());
    }

    /** Adds this endpoint to the sums that the live line shows. */
    void addTo(Gauge.Sum sum) {
        MediaSession current = session;
        if (current == null) {
            return;
        }
        sum.joined++;
        sum.packetsSent += outbox.datagrams();
        sum.bytesSent += outbox.bytes();
        sum.packetsReceived += current.media().packets();
        sum.bytesReceived += current.media().bytes();
        sum.lastPacketNs = Math.max(sum.lastPacketNs, current.media().lastPacketNs());
        for (SelectedSource source : current.media().selected().all()) {
            sum.streams += source.isFlowing(System.nanoTime()) ? 1 : 0;
            sum.missing += source.expectedInWindow() - source.receivedInWindow();
            sum.contentErrors += source.contentErrors();
        }
        for (ReceivedStream stream : current.media().measured()) {
            sum.streams += stream.isFlowing() ? 1 : 0;
            sum.missing += stream.sent().endpoint() == plan.number() ? 0 : stream.missingSoFar();
            sum.contentErrors += stream.contentErrors();
        }
    }

    /** How many packets of each other's stream have come, by the stream's index; -1 for its own. */
    long[] packetsByStream() {
        MediaSession current = session;
        return current == null
                ? new long[0]
                : Arrays.stream(current.media().measured())
                        .mapToLong(stream -> stream.sent().endpoint() == plan.number() ? -1 : stream.packets())
                        .toArray();
    }

    /** Streams of others that don't flow yet, by name. */
    List<String> silentStreams() {
        MediaSession current = session;
        return current == null
                ? List.of()
                : Arrays.stream(current.media().measured())
                        .filter(stream -> stream.sent().endpoint() != plan.number() && !stream.isFlowing())
                        .map(stream -> describe(stream))
                        .toList();
    }

    /** Packets of another one's picture that came so far, if the bridge chooses what it sends of pictures. */
    long selectedPacketsFrom(int sender) {
        MediaSession current = session;
        return current == null
                ? 0
                : current.media().selected().all().stream()
                        .filter(source -> source.lowest().endpoint() == sender)
                        .mapToLong(SelectedSource::packets)
                        .sum();
    }

    /** How many of the others' video sources flow, and how many of these have the height. */
    Flow flow(int heightPx) {
        MediaSession current = session;
        if (current == null) {
            return new Flow(0, 0);
        }
        List<SelectedSource> flowing = current.media().selected().all().stream()
                .filter(source -> source.isFlowing(System.nanoTime()))
                .toList();
        return new Flow(flowing.size(), (int)
                flowing.stream().filter(source -> source.heightPx() == heightPx).count());
    }

    /** See {@link #flow}. */
    record Flow(int sources, int atHeight) {}

    private static String describe(ReceivedStream stream) {
        String name = stream.sent().kind() + " of endpoint " + stream.sent().endpoint();
        return stream.packets() == 0 ? name : name + " (packets come, but not with the payload that was sent)";
    }

    @Override
    public void close() {
        dtls.close();
        ice.close();
        if (session != null) {
            session.close();
        }
        outbox.close();
        socket.close();
    }
}
