package org.starbridge.control.conference;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModified;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Media;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.PayloadType;
import org.starbridge.colibri.RtcpFeedback;
import org.starbridge.colibri.RtpHeaderExtension;
import org.starbridge.colibri.Source;
import org.starbridge.colibri.SsrcGroup;
import org.starbridge.colibri.Transport;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.ChannelText;
import org.starbridge.control.channel.DataChannelTransports;
import org.starbridge.control.channel.RelayConnector;
import org.starbridge.control.conference.TestConfig.Addresses;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.environment.ConferenceLimits;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.control.event.CallEvents;
import org.starbridge.control.participant.EndpointSnapshot;
import org.starbridge.control.selection.SelectionPolicy;
import org.starbridge.transport.dtls.DtlsIdentity;

/** The control side on a fake media plane, a clock that the test moves, and later tasks that the test runs. */
public final class TestBridge {
    public static final String MEETING = "0f8e6a0e-1111-4222-8333-444455556666";
    private static final DtlsIdentity FIRST_IDENTITY = DtlsIdentity.create(new SecureRandom(), Instant.EPOCH);
    public static final String FINGERPRINT = FIRST_IDENTITY.fingerprint().value();

    public final FakeMediaPlane media = new FakeMediaPlane();
    public final FakeExporter exporter = new FakeExporter();
    /** Hears what happens to calls. */
    public CallEvents calls = CallEvents.NONE;

    /** Opens channels to other bridges. */
    public RelayConnector connector = RelayConnector.NONE;

    public final ConferenceCounters counters = new ConferenceCounters();
    public final AtomicLong nowNs = new AtomicLong(Duration.ofHours(1).toNanos());
    public final Deque<Runnable> later = new ArrayDeque<>();
    public DtlsIdentity identity = FIRST_IDENTITY;
    private final Map<String, String> passwords = new HashMap<>();
    private final Map<String, FakeChannel> channels = new HashMap<>();
    public final Conferences conferences;
    public final Colibri2Handler colibri;

    public TestBridge(ConferenceConfig config) {
        this(config, DataChannelTransports.NONE);
    }

    public TestBridge(ConferenceConfig config, DataChannelTransports data) {
        ConferenceEnvironment environment = new ConferenceEnvironment(
                        media, () -> identity, new Random(7), nowNs::get, (_, task) -> later.add(task), data)
                .reportingTo(event -> calls.onEvent(event))
                .connectingBy((url, slot) -> connector.connect(url, slot))
                .exportingBy(exporter);
        conferences = new Conferences(config, environment, counters);
        colibri = new Colibri2Handler(conferences);
    }

    public static TestBridge embedded() {
        return new TestBridge(ConferenceConfig.embedded(List.of("ws://127.0.0.1:9090")));
    }

    private static SelectionPolicy withLastN(int lastN) {
        SelectionPolicy policy = SelectionPolicy.defaults(false);
        return new SelectionPolicy(
                policy.allocation(),
                lastN,
                policy.lastNBySize(),
                policy.usesTargetBitrates(),
                policy.trustsEstimates(),
                policy.assumedBandwidthLimitBps(),
                policy.ignoredAtFirst(),
                policy.changeThreshold(),
                policy.guardsAgainstOverload(),
                policy.maxInterval());
    }

    /** As with a configuration file: no video before the first constraints, then 180 lines by default. */
    public static ConferenceConfig configured(int initialLastN, int jvbLastN, ConferenceLimits limits) {
        return new TestConfig()
                .heights(0, 180)
                .initialLastN(initialLastN)
                .selection(withLastN(jvbLastN))
                .hiding(Addresses.LOOPBACK)
                .announcedVersion("0.1-test")
                .limits(limits)
                .build();
    }

    /** A conference with these endpoints. */
    public TestBridge with(String... ids) {
        colibri.handle(ConferenceModify.creating(MEETING, "standup@conference.example", List.of()));
        for (String id : ids) {
            update(creating(id).build());
        }
        return this;
    }

    public ConferenceModified update(EndpointModify... endpoints) {
        return remembering(colibri.handle(ConferenceModify.updating(MEETING, List.of(endpoints))));
    }

    /** The endpoint's sources from now on, in place of those that it had. */
    public void declare(String endpointId, MediaSource... sources) {
        update(updating(endpointId).sources(List.of(sources)).build());
    }

    /** The SSRCs that the latest table lets the endpoint have. */
    public Set<Integer> received(String endpointId) {
        return media.transport(endpointId).receivedStreams();
    }

    /** How often it happened so far. */
    public long count(RequestWarning problem) {
        return counters.warnings().get(problem);
    }

    /** The password that the answer to its creation had in its URLs. */
    public String passwordOf(String endpointId) {
        return Objects.requireNonNull(passwords.get(endpointId));
    }

    /** The conference's id on the bridge. */
    public String conferenceId() {
        return conferences.snapshot(MEETING).orElseThrow().id();
    }

    /** Where the endpoint's client opens its bridge channel, with the password from the answer. */
    public ChannelSlot slot(String endpointId) {
        return conferences
                .channel(conferenceId(), endpointId, passwordOf(endpointId))
                .orElseThrow();
    }

    /** The endpoint's client opens its bridge channel, in place of the one that it had. */
    public FakeChannel open(String endpointId) {
        FakeChannel channel = new FakeChannel();
        channels.put(endpointId, channel);
        slot(endpointId).onOpen(channel);
        return channel;
    }

    /** The bridge channel that the endpoint's client opened last. */
    public FakeChannel channel(String endpointId) {
        return Objects.requireNonNull(channels.get(endpointId));
    }

    /**
     * The endpoint's client sends a message. It opens its bridge channel first if it has none.
     *
     * @param json with ' for "
     */
    public void say(String endpointId, String json) {
        FakeChannel channel = channels.containsKey(endpointId) ? channel(endpointId) : open(endpointId);
        slot(endpointId).onText(channel, json.replace('\'', '"'));
    }

    /** What the bridge knows of the endpoint. */
    public EndpointSnapshot endpoint(String endpointId) {
        return conferences.snapshot(MEETING).orElseThrow().endpoints().stream()
                .filter(endpoint -> endpoint.id().equals(endpointId))
                .findFirst()
                .orElseThrow();
    }

    /** Time passes; tasks that became due wait for {@link #runLater}. */
    public void pass(Duration time) {
        nowNs.addAndGet(time.toNanos());
    }

    /** Runs the tasks that were put off until now, but not those that they put off. */
    public void runLater() {
        List<Runnable> due = List.copyOf(later);
        later.clear();
        due.forEach(Runnable::run);
    }

    private ConferenceModified remembering(ConferenceModified answer) {
        for (EndpointModified endpoint : answer.endpoints()) {
            Transport transport = endpoint.transport();
            if (transport != null && transport.iceUdp() != null) {
                transport.iceUdp().webSockets().stream()
                        .map(url -> url.substring(url.indexOf("?pwd=") + 5))
                        .forEach(password -> passwords.put(endpoint.id(), password));
            }
        }
        return answer;
    }

    public static EndpointModify.Builder updating(String id) {
        return EndpointModify.builder(id);
    }

    public static EndpointModify.Builder creating(String id) {
        return EndpointModify.builder(id)
                .create(true)
                .statsId("Ann-" + id)
                .capability(Capabilities.SOURCE_NAMES)
                .media(audio())
                .media(video())
                .transport(new Transport(true, false, false, null, null));
    }

    public static Media audio() {
        return new Media(
                MediaKind.AUDIO,
                List.of(new PayloadType(111, "opus", 48000, 2, Map.of(), List.of())),
                List.of(new RtpHeaderExtension(1, "urn:ietf:params:rtp-hdrext:ssrc-audio-level")),
                true);
    }

    public static Media video() {
        return new Media(
                MediaKind.VIDEO,
                List.of(
                        new PayloadType(
                                100,
                                "VP8",
                                90000,
                                1,
                                Map.of(),
                                List.of(new RtcpFeedback("nack", "pli"), new RtcpFeedback("ccm", "fir"))),
                        new PayloadType(96, "rtx", 90000, 1, Map.of("apt", "100"), List.of())),
                List.of(),
                true);
    }

    public static MediaSource source(MediaKind kind, String name, long... ssrcs) {
        List<Source> sources = new ArrayList<>();
        for (long ssrc : ssrcs) {
            sources.add(Source.named(ssrc, name));
        }
        return new MediaSource(kind, name, false, sources, List.of());
    }

    public static MediaSource grouped(MediaSource source, SsrcGroup... groups) {
        return new MediaSource(source.kind(), source.id(), source.synthetic(), source.sources(), List.of(groups));
    }

    public static Transport ice(String ufrag, String pwd) {
        return Transport.of(new IceUdpTransport(ufrag, pwd, null, true, List.of(), List.of(), List.of()));
    }

    /** A channel that remembers. */
    public static final class FakeChannel implements BridgeChannel {
        public final List<String> sent = new ArrayList<>();
        final List<ChannelText> texts = new ArrayList<>();
        public final List<CloseReason> closed = new ArrayList<>();
        /** Runs before a message is taken. */
        public Consumer<String> onSend = _ -> {};

        public boolean isFull;

        @Override
        public boolean send(ChannelText text) {
            String json = text.toString();
            onSend.accept(json);
            return !isFull && sent.add(json) && texts.add(text);
        }

        @Override
        public void close(CloseReason reason) {
            closed.add(reason);
        }
    }
}
