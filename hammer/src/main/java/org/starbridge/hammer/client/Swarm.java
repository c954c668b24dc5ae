package org.starbridge.hammer.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.starbridge.colibri.client.BridgeChannelClient;
import org.starbridge.colibri.client.Colibri2Client;
import org.starbridge.hammer.measure.SentStream;
import org.starbridge.transport.dtls.DtlsHandshakes;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.udp.NativeUdpSocket;
import org.starbridge.transport.udp.UdpSocket;

/**
 * One conference of K full clients on one bridge: joins them, says how they are, measures a window, and ends it. One
 * thread drives the run by calling the methods in the order in which they stand here; {@link #gauge} is for any.
 */
public final class Swarm implements AutoCloseable {
    /** Endpoints that are between their first request and their keys. */
    private static final int JOINING_AT_ONCE = 8;

    /** Datagrams of 1200 bytes for a second at K = 33, as far as the kernel grants it. */
    private static final UdpSocket.Buffers BUFFERS = new UdpSocket.Buffers(4 << 20, 1 << 20);

    private static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(20);
    private static final long ANSWER_TIMEOUT_MS = 5_000;
    private static final int SSRC_MIN = 1 << 16;

    private final SwarmOptions options;
    private final SecureRandom random = new SecureRandom();
    private final List<SentStream> streams = new ArrayList<>();
    private final List<Driver> drivers = new ArrayList<>();
    private final List<Endpoint> endpoints = new ArrayList<>();
    private final List<List<Endpoint>> owned = new ArrayList<>();
    private final ConcurrentLinkedQueue<BridgeChannelClient> channels = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> warnings = new ConcurrentLinkedQueue<>();
    private final Colibri2Client client;
    private final HttpClient http;
    private final DtlsHandshakes handshakes;
    private final DtlsIdentity identity;
    private final Signalling signalling;
    private final String cryptoName;
    private final String meetingId = UUID.randomUUID().toString();
    private final ConcurrentLinkedQueue<Victim> victims = new ConcurrentLinkedQueue<>();
    private boolean conferenceExists;

    /**
     * Opens the endpoints' sockets and starts the drivers; nobody has joined yet.
     *
     * @throws SwarmException if this machine lacks sockets
     */
    public Swarm(SwarmOptions options) {
        this.options = options;
        client = new Colibri2Client(options.bridge());
        http = HttpClient.newBuilder().connectTimeout(options.joinTimeout()).build();
        int cores = Runtime.getRuntime().availableProcessors();
        handshakes = new DtlsHandshakes(Math.max(1, cores / 2), 2 * JOINING_AT_ONCE, HANDSHAKE_TIMEOUT);
        identity = DtlsIdentity.create(random, Instant.now());
        signalling = new Signalling(
                client, http, options.bridge(), meetingId, options.video().codec(), options.rtx());
        SrtpCrypto crypto = SrtpCrypto.probe();
        cryptoName = crypto.name();
        List<EndpointPlan> plans = plan();
        MediaSessions sessions = new MediaSessions(options, streams, crypto, random);
        for (int i = 0; i < options.drivers(); i++) {
            drivers.add(new Driver(i));
            owned.add(new ArrayList<>());
        }
        for (EndpointPlan plan : plans) {
            int driver = plan.number() % options.drivers();
            Endpoint endpoint =
                    new Endpoint(plan, openSocket(), drivers.get(driver), handshakes, identity, random, sessions);
            endpoints.add(endpoint);
            owned.get(driver).add(endpoint);
        }
        for (int i = 0; i < options.drivers(); i++) {
            drivers.get(i).start(owned.get(i));
        }
    }

    private List<EndpointPlan> plan() {
        Set<Integer> ssrcs = new HashSet<>();
        Set<String> ids = new HashSet<>();
        List<EndpointPlan> plans = new ArrayList<>();
        for (int number = 0; number < options.endpoints(); number++) {
            SentStream audio =
                    new SentStream(2 * number, number, options.audio().codec(), newSsrc(ssrcs));
            SentStream video =
                    new SentStream(2 * number + 1, number, options.video().codec(), newSsrc(ssrcs));
            streams.add(audio);
            streams.add(video);
            plans.add(new EndpointPlan(number, newId(ids), audio, video, newSsrc(ssrcs)));
        }
        return plans;
    }

    private int newSsrc(Set<Integer> taken) {
        while (true) {
            int ssrc = random.nextInt(SSRC_MIN, Integer.MAX_VALUE);
            if (taken.add(ssrc)) {
                return ssrc;
            }
        }
    }

    private String newId(Set<String> taken) {
        while (true) {
            String id = HexFormat.of().toHexDigits(random.nextInt());
            if (taken.add(id)) {
                return id;
            }
        }
    }

    private static NativeUdpSocket openSocket() {
        try {
            InetSocketAddress any = new InetSocketAddress(InetAddress.getByAddress(new byte[4]), 0);
            return NativeUdpSocket.open(any, UdpSocket.Sharing.EXCLUSIVE, BUFFERS);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("4 bytes are always an address", e);
        } catch (IOException e) {
            throw new SwarmException("no UDP socket for another endpoint: raise the limit with ulimit -n", e);
        }
    }

    /** Joins everybody: the first alone, as it makes the conference, the others some at a time. Blocks until all are in. */
    public void join() throws InterruptedException {
        join(endpoints.get(0), true);
        Semaphore places = new Semaphore(JOINING_AT_ONCE);
        List<CompletableFuture<Void>> joins = new ArrayList<>();
        for (Endpoint endpoint : endpoints.subList(1, endpoints.size())) {
            places.acquire();
            CompletableFuture<Void> joined = new CompletableFuture<>();
            joins.add(joined);
            Thread.ofVirtual().name("join-" + endpoint.plan().id()).start(() -> {
                try {
                    join(endpoint, false);
                    joined.complete(null);
                } catch (RuntimeException e) {
                    joined.completeExceptionally(e);
                } catch (InterruptedException e) {
                    joined.completeExceptionally(new SwarmException("interrupted while joining", e));
                } finally {
                    places.release();
                }
            });
        }
        for (CompletableFuture<Void> joined : joins) {
            await(joined, 4 * options.joinTimeout().toMillis(), "an endpoint did not join");
        }
    }

    private void join(Endpoint endpoint, boolean withConference) throws InterruptedException {
        EndpointPlan plan = endpoint.plan();
        try {
            BridgeSide bridge = signalling.create(plan, withConference);
            conferenceExists |= withConference;
            victims.add(new Victim(
                    plan.number(),
                    bridge.credentials().ufrag(),
                    bridge.addresses(),
                    plan.video().ssrc()));
            signalling.update(plan, endpoint.credentials(), identity.fingerprint());
            LocalAddresses routes = LocalAddresses.loopback(endpoint.localPort())
                    .withRoutesTo(bridge.addresses(), endpoint.localPort());
            driverOf(endpoint).post(() -> endpoint.connect(bridge, routes));
            openChannel(plan, bridge);
            awaitKeys(endpoint, bridge);
        } catch (IOException e) {
            throw new SwarmException("endpoint " + plan.id() + " can't join: " + e.getMessage(), e);
        }
    }

    private void openChannel(EndpointPlan plan, BridgeSide bridge) throws InterruptedException {
        try {
            BridgeChannelClient channel = signalling.openChannel(bridge);
            if (channel != null) {
                channels.add(channel);
            }
        } catch (IOException e) {
            // Without a channel a bridge may still forward everything; whether it does, is measured.
            warnings.add("endpoint " + plan.id() + ": " + e.getMessage());
        }
    }

    private void awaitKeys(Endpoint endpoint, BridgeSide bridge) throws InterruptedException {
        try {
            endpoint.connected().get(options.joinTimeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new SwarmException(String.valueOf(cause(e).getMessage()), e);
        } catch (TimeoutException e) {
            String condition = await(driverOf(endpoint).ask(endpoint::conditionText), ANSWER_TIMEOUT_MS, "no answer");
            throw new SwarmException(
                    "endpoint " + endpoint.plan().id() + " has no connection to the bridge after "
                            + options.joinTimeout().toSeconds() + " s (" + condition + "); the bridge offered "
                            + bridge.addresses() + ": are they reachable from here over UDP?",
                    e);
        }
    }

    private Driver driverOf(Endpoint endpoint) {
        return drivers.get(endpoint.plan().number() % drivers.size());
    }

    /** Sums over all endpoints, at most 100 ms old. */
    public Gauge gauge() {
        Gauge sum = Gauge.NOTHING;
        for (Driver driver : drivers) {
            Throwable failure = driver.failure();
            if (failure != null) {
                throw new SwarmException("a media thread of the Hammer has failed: " + failure, failure);
            }
            sum = sum.plus(driver.gauge());
        }
        return sum;
    }

    /** How many (receiver, stream) pairs there will be: both streams of each couple. */
    public int expectedStreams() {
        return 2 * options.couples();
    }

    /** Who isn't there and what doesn't flow, one sentence each; empty when everything does. */
    public List<String> missing() {
        return each(endpoint -> {
                    String condition = endpoint.condition();
                    String name = "endpoint " + endpoint.plan().number() + " ("
                            + endpoint.plan().id() + ")";
                    if (condition != null) {
                        return name + ": " + condition;
                    }
                    List<String> silent = endpoint.silentStreams();
                    return silent.isEmpty() ? "" : name + " receives no " + String.join(", no ", silent);
                })
                .stream()
                .filter(sentence -> !sentence.isEmpty())
                .toList();
    }

    /** The measured window begins. */
    public void openWindow() {
        each(endpoint -> {
            endpoint.openWindow();
            return true;
        });
    }

    /** The measured window ends: nobody sends media any more. */
    public void stopSending() {
        each(endpoint -> {
            endpoint.stopSending();
            return true;
        });
    }

    /** Waits until nothing has arrived for {@code quiet}, at most {@code limit}. */
    public void drain(Duration quiet, Duration limit) throws InterruptedException {
        long deadlineNs = System.nanoTime() + limit.toNanos();
        long quietSinceNs = System.nanoTime();
        long packets = gauge().packetsReceived();
        while (System.nanoTime() < deadlineNs && System.nanoTime() - quietSinceNs < quiet.toNanos()) {
            Thread.sleep(20);
            long now = gauge().packetsReceived();
            if (now != packets) {
                packets = now;
                quietSinceNs = System.nanoTime();
            }
        }
    }

    /** What each endpoint has counted, in the order of their numbers. */
    public List<ReceiverCount> counts() {
        return each(Endpoint::count);
    }

    /** What the bridge needed for the packets of the window, in nanoseconds, from the sample. */
    public Histogram delays() {
        Histogram sum = drivers.get(0).delays().copy();
        sum.reset();
        for (Driver driver : drivers) {
            sum.add(await(driver.ask(() -> driver.delays().copy()), ANSWER_TIMEOUT_MS, "a media thread is stuck"));
        }
        return sum;
    }

    /** The name under which the bridge knows the conference. */
    public String meetingId() {
        return meetingId;
    }

    /** What strangers may find out about those who have joined. */
    public List<Victim> victims() {
        return List.copyOf(victims);
    }

    /** Copies of some of the protected media packets that everybody sent last; from the first call on. */
    public List<byte[]> sentLately() {
        return each(Endpoint::sentLately).stream().flatMap(List::stream).toList();
    }

    /** Sends a datagram as it is from an endpoint's own address, as a liar on its path would. */
    public void inject(int endpoint, byte[] datagram) {
        Endpoint from = endpoints.get(endpoint);
        driverOf(from).post(() -> from.onDatagram(datagram));
    }

    /** The CPU time of each driver's thread so far, in nanoseconds. */
    public List<Long> driverCpuNs() {
        return drivers.stream().map(Driver::cpuNs).toList();
    }

    /** What did not work and didn't matter enough to stop for. */
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** Where the ciphers come from. */
    public String cryptoName() {
        return cryptoName;
    }

    /** Says good-bye, ends the conference, and stops everything. What can't be said any more isn't an error. */
    @Override
    public void close() {
        try {
            if (conferenceExists) {
                for (Driver driver : drivers) {
                    driver.post(() -> driver.endpoints().forEach(Endpoint::leave));
                }
                Thread.sleep(20); // the good-byes leave before the endpoints are gone
                signalling.expire();
            }
        } catch (IOException | RuntimeException e) {
            warnings.add("the conference could not be ended: " + e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        channels.forEach(BridgeChannelClient::close);
        drivers.forEach(Driver::close);
        handshakes.close();
        http.shutdownNow();
        client.close();
    }

    /** Asks all endpoints, each on its driver's thread; the answers are in the order of their numbers. */
    private <T> List<T> each(Function<Endpoint, T> question) {
        List<CompletableFuture<T>> answers = new ArrayList<>();
        for (Endpoint endpoint : endpoints) {
            answers.add(driverOf(endpoint).ask(() -> question.apply(endpoint)));
        }
        return answers.stream()
                .map(answer -> await(answer, ANSWER_TIMEOUT_MS, "a media thread is stuck"))
                .toList();
    }

    private static <T> T await(CompletableFuture<T> answer, long timeoutMs, String problem) {
        try {
            return answer.get(timeoutMs, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw cause(e) instanceof SwarmException known ? known : new SwarmException(problem, e);
        } catch (TimeoutException e) {
            throw new SwarmException(problem + " within " + timeoutMs + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SwarmException("interrupted: " + problem, e);
        }
    }

    private static Throwable cause(ExecutionException e) {
        Throwable cause = e.getCause();
        return cause == null ? e : cause;
    }
}
