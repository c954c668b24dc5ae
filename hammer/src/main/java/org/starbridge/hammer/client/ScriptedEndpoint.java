package org.starbridge.hammer.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.client.Colibri2Client;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.client.media.ScriptedMedia;
import org.starbridge.hammer.client.plan.ChannelKind;
import org.starbridge.hammer.client.plan.EndpointPlan;
import org.starbridge.hammer.client.plan.VideoEncoding;
import org.starbridge.hammer.client.signalling.BridgeTransport;
import org.starbridge.hammer.client.signalling.ClientTransport;
import org.starbridge.hammer.client.signalling.ColibriSignalling;
import org.starbridge.hammer.client.transport.BridgeConnection;
import org.starbridge.hammer.client.transport.BridgeSocket;
import org.starbridge.hammer.client.transport.DtlsParty;
import org.starbridge.hammer.client.transport.LocalAddresses;
import org.starbridge.hammer.measure.SentStream;
import org.starbridge.hammer.media.Codec;
import org.starbridge.transport.dtls.DtlsHandshakes;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.udp.NativeUdpSocket;
import org.starbridge.transport.udp.ReceiveBatch;
import org.starbridge.transport.udp.UdpSocket;

/**
 * A connected endpoint that sends what it is told and nothing else: the valid peer from whom hostile packets come. It
 * joins like any other, keeps its consent, and ignores what it receives. Its own thread owns everything but the methods
 * of this page, which are for any thread.
 */
public final class ScriptedEndpoint implements AutoCloseable {
    private static final UdpSocket.Buffers BUFFERS = new UdpSocket.Buffers(1 << 20, 1 << 20);
    private static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(20);
    private static final int RECEIVE_BATCH = 64;
    private static final int SEND_BATCH = 32;
    private static final int MAX_WAITING_TASKS = 256;

    /** The most that the thread sleeps while something may arrive. */
    private static final long TICK_MS = 2;

    private final SecureRandom random = new SecureRandom();
    private final EndpointPlan plan;
    private final int audioSsrc;
    private final int videoSsrc;
    private final ColibriSignalling signalling;
    private final boolean ownConference;
    private final DtlsHandshakes handshakes = new DtlsHandshakes(1, 1, HANDSHAKE_TIMEOUT);
    private final DtlsIdentity identity;
    private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final CompletableFuture<Void> connected = new CompletableFuture<>();
    private final BridgeConnection connection;
    private final Thread thread;
    private @Nullable BridgeTransport bridgeSide;
    private @Nullable ScriptedMedia media;
    private volatile boolean stopped;

    private ScriptedEndpoint(URI bridge, String meetingId, boolean ownConference, DtlsIdentity identity, Codec video) {
        this.ownConference = ownConference;
        this.identity = identity;
        audioSsrc = random.nextInt(1 << 16, Integer.MAX_VALUE);
        videoSsrc = random.nextInt(1 << 16, Integer.MAX_VALUE);
        plan = new EndpointPlan(
                0,
                HexFormat.of().toHexDigits(random.nextInt()),
                new SentStream(0, 0, Codec.OPUS, audioSsrc),
                List.of(new VideoEncoding(new SentStream(1, 0, video, videoSsrc), 0)),
                audioSsrc);
        signalling = new ColibriSignalling(
                new Colibri2Client(bridge), bridge, meetingId, video, false, false, ChannelKind.WS);
        connection = new BridgeConnection(
                new BridgeSocket(openSocket(), null),
                SEND_BATCH,
                new DtlsParty(handshakes, identity),
                random,
                this::post,
                null,
                new Events());
        thread = Thread.ofPlatform().name("scripted-" + plan.id()).daemon().unstarted(this::run);
    }

    private static NativeUdpSocket openSocket() {
        try {
            InetSocketAddress any = new InetSocketAddress(InetAddress.getByAddress(new byte[4]), 0);
            return NativeUdpSocket.open(any, UdpSocket.Sharing.EXCLUSIVE, BUFFERS);
        } catch (IOException e) {
            throw new LoadTestException("no UDP socket for a scripted endpoint: raise the limit with ulimit -n", e);
        }
    }

    /**
     * Joins a conference, blocking until it is connected.
     *
     * @param bridge the bridge's REST interface
     * @param meetingId of a conference that exists, or, with {@code ownConference}, of one that is made for this
     *     endpoint and ended with it
     * @throws LoadTestException if the bridge does not let it in
     */
    public static ScriptedEndpoint join(
            URI bridge, String meetingId, boolean ownConference, Codec video, Duration timeout)
            throws InterruptedException {
        DtlsIdentity identity = DtlsIdentity.create(new SecureRandom(), Instant.now());
        return join(bridge, meetingId, ownConference, identity, video, timeout);
    }

    /** The same with a certificate of the caller's. */
    public static ScriptedEndpoint join(
            URI bridge, String meetingId, boolean ownConference, DtlsIdentity identity, Codec video, Duration timeout)
            throws InterruptedException {
        ScriptedEndpoint endpoint = new ScriptedEndpoint(bridge, meetingId, ownConference, identity, video);
        try {
            endpoint.join(timeout);
            return endpoint;
        } catch (RuntimeException | InterruptedException e) {
            endpoint.close();
            throw e;
        }
    }

    private void join(Duration timeout) throws InterruptedException {
        try {
            BridgeTransport side = signalling.enter(plan, ownConference);
            bridgeSide = side;
            int port = connection.localPort();
            LocalAddresses routes = LocalAddresses.loopback(port).withRoutesTo(side.addresses(), port);
            signalling.answer(
                    plan,
                    new ClientTransport(
                            connection.credentials(), identity.fingerprint(), routes.towards(side.addresses())));
            thread.start();
            post(() -> connection.connect(side, routes));
            connected.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IOException e) {
            throw new LoadTestException("a scripted endpoint can't join: " + e.getMessage(), e);
        } catch (ExecutionException | TimeoutException e) {
            throw new LoadTestException(
                    "a scripted endpoint was not connected within " + timeout.toSeconds() + " s: " + e, e);
        }
    }

    /** The SSRC of the audio that it declared; it sends none by itself. */
    public int audioSsrc() {
        return audioSsrc;
    }

    /** The SSRC of the video that it declared; it sends none by itself. */
    public int videoSsrc() {
        return videoSsrc;
    }

    /** The bridge's user fragment for it. */
    public String bridgeUfrag() {
        return bridgeSide == null ? "" : bridgeSide.credentials().ufrag();
    }

    /** The password with which its checks are signed. */
    public String bridgePassword() {
        return bridgeSide == null ? "" : bridgeSide.credentials().password();
    }

    /** Where its bridge channel would be; empty if the bridge has none. */
    public List<URI> channels() {
        return bridgeSide == null ? List.of() : bridgeSide.webSockets();
    }

    /**
     * Has its thread do something soon with what it may send.
     *
     * @return false if too much waits already: it was not taken
     */
    public boolean send(Consumer<ScriptedMedia> task) {
        if (tasks.size() > MAX_WAITING_TASKS) {
            return false;
        }
        post(() -> {
            if (media != null) {
                task.accept(media);
            }
        });
        return true;
    }

    private void post(Runnable task) {
        tasks.add(task);
    }

    private void run() {
        try (ReceiveBatch batch = new ReceiveBatch(RECEIVE_BATCH)) {
            while (!stopped) {
                runTasks();
                connection.receive(batch);
                connection.onTime(System.nanoTime());
                connection.outbox().flush();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            if (media != null) {
                media.close();
            }
            connection.close();
        }
    }

    private void runTasks() throws InterruptedException {
        for (Runnable task = tasks.poll(TICK_MS, TimeUnit.MILLISECONDS); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    /** Leaves, and ends the conference if it is its own. What can't be said any more isn't an error. */
    @Override
    public void close() {
        stopped = true;
        try {
            if (thread.isAlive()) {
                thread.join(5_000);
            } else if (thread.getState() == Thread.State.NEW) {
                connection.close();
            }
            if (ownConference && bridgeSide != null) {
                signalling.end();
            } else if (bridgeSide != null) {
                signalling.expire(plan);
            }
        } catch (IOException | RuntimeException _) {
            // The bridge expires by itself who is gone.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        handshakes.close();
        signalling.close();
    }

    private final class Events implements BridgeConnection.Events {
        @Override
        public void onMedia(long packetAddress, int lengthBytes, long arrivalNs) {
            // What it receives does not matter.
        }

        @Override
        public void onKeys(SrtpKeys keys) {
            media = new ScriptedMedia(SrtpCrypto.probe(), keys, connection.outbox());
            keys.wipe();
            connected.complete(null);
        }

        @Override
        public void onEnd(String reason) {
            connected.completeExceptionally(new LoadTestException("DTLS of a scripted endpoint: " + reason));
        }
    }
}
