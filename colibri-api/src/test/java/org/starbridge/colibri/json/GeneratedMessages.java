package org.starbridge.colibri.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Candidate;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.Connect;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.EndpointModified;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.ForceMute;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Media;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.MucRole;
import org.starbridge.colibri.PayloadType;
import org.starbridge.colibri.RelayModified;
import org.starbridge.colibri.RelayModify;
import org.starbridge.colibri.RtcpFeedback;
import org.starbridge.colibri.RtpHeaderExtension;
import org.starbridge.colibri.Sctp;
import org.starbridge.colibri.Source;
import org.starbridge.colibri.SsrcGroup;
import org.starbridge.colibri.Transport;
import org.starbridge.colibri.VideoType;

/** Random Colibri2 messages from a seed, limited to what the library's JSON can express. */
public final class GeneratedMessages {
    private final Random random;

    public GeneratedMessages(long seed) {
        random = new Random(seed);
    }

    public ConferenceModify modify() {
        return new ConferenceModify(
                "meeting-" + word(),
                maybe(() -> "room-" + word().toLowerCase(Locale.ROOT) + "@conference.example"),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean(),
                distinct(3, this::endpoint, EndpointModify::id),
                distinct(2, this::relay, RelayModify::id),
                maybe(() -> listOf(2, this::connect)));
    }

    public ConferenceModified modified() {
        return new ConferenceModified(
                distinct(
                        3,
                        () -> new EndpointModified(word(), random.nextBoolean(), maybe(this::transport)),
                        EndpointModified::id),
                distinct(
                        2,
                        () -> new RelayModified(word(), random.nextBoolean(), maybe(this::transport)),
                        RelayModified::id),
                maybe(() -> distinct(3, this::mediaSource, MediaSource::id)));
    }

    private EndpointModify endpoint() {
        Set<String> capabilities = new LinkedHashSet<>();
        capabilities.add(Capabilities.SOURCE_NAMES);
        capabilities.add(word());
        return new EndpointModify(
                word(),
                random.nextBoolean(),
                random.nextBoolean(),
                maybe(this::word),
                maybe(() -> pick(MucRole.values())),
                false,
                listOf(2, this::media),
                maybe(this::transport),
                maybe(() -> distinct(3, this::mediaSource, MediaSource::id)),
                maybe(() -> new ForceMute(random.nextBoolean(), random.nextBoolean())),
                maybe(() -> random.nextInt(30) - 1),
                random.nextBoolean() ? capabilities : Set.of());
    }

    private RelayModify relay() {
        return new RelayModify(
                word(),
                random.nextBoolean(),
                random.nextBoolean(),
                maybe(this::word),
                listOf(1, this::media),
                maybe(this::transport),
                maybe(() -> distinct(2, this::mediaSource, MediaSource::id)),
                maybe(() -> distinct(2, this::endpoint, EndpointModify::id)));
    }

    private Media media() {
        return new Media(
                random.nextBoolean() ? MediaKind.AUDIO : MediaKind.VIDEO,
                listOf(3, this::payloadType),
                listOf(
                        3,
                        () -> new RtpHeaderExtension(
                                1 + random.nextInt(255), "urn:example:" + word().toLowerCase(Locale.ROOT))),
                random.nextBoolean());
    }

    private PayloadType payloadType() {
        return new PayloadType(
                random.nextInt(128),
                maybe(this::word),
                random.nextBoolean() ? 90_000 : 0,
                1 + random.nextInt(2),
                parameters(true),
                listOf(3, () -> new RtcpFeedback(word(), maybe(this::word))));
    }

    private Map<String, String> parameters(boolean withNameless) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            parameters.put(word(), word());
        }
        if (withNameless && random.nextInt(4) == 0) {
            parameters.put(PayloadType.NAMELESS, "111/111");
        }
        return parameters;
    }

    private Transport transport() {
        return new Transport(
                random.nextBoolean(),
                random.nextBoolean(),
                false,
                maybe(this::iceUdp),
                maybe(() -> new Sctp(maybe(() -> random.nextInt(65536)), maybe(() -> pick(Sctp.Role.values())))));
    }

    private IceUdpTransport iceUdp() {
        return new IceUdpTransport(
                maybe(this::word),
                maybe(this::word),
                maybe(() -> random.nextInt(5)),
                random.nextBoolean(),
                listOf(3, this::candidate),
                listOf(
                        2,
                        () -> new Fingerprint(
                                "sha-256", "0A:1b:FF", maybe(() -> pick(DtlsSetup.values())), random.nextBoolean())),
                listOf(2, () -> random.nextInt(4) == 0 ? "active" : "wss://example/" + word()));
    }

    private Candidate candidate() {
        return new Candidate(
                1 + random.nextInt(256),
                word(),
                random.nextInt(3),
                maybe(this::word),
                random.nextBoolean() ? "192.0.2." + random.nextInt(256) : "2001:db8::" + random.nextInt(10),
                random.nextInt(3),
                random.nextInt(65536),
                random.nextLong(1L << 32),
                pick("udp", "tcp"),
                pick("host", "srflx", "prflx", "relay"),
                maybe(() -> "198.51.100." + random.nextInt(256)),
                maybe(() -> random.nextInt(65536)),
                maybe(() -> pick("active", "passive", "so")));
    }

    private MediaSource mediaSource() {
        return new MediaSource(
                random.nextBoolean() ? MediaKind.AUDIO : MediaKind.VIDEO,
                word(),
                random.nextBoolean(),
                listOf(4, this::source),
                listOf(2, () -> new SsrcGroup(pick("SIM", "FID", "FEC-FR"), List.of(ssrc(), ssrc()))));
    }

    private Source source() {
        String name = maybe(this::word);
        // The library's serializer forgets a videoType that stands alone.
        VideoType videoType = name == null ? null : maybe(() -> pick(VideoType.values()));
        return new Source(ssrc(), name, videoType, maybe(this::word), parameters(false));
    }

    private Connect connect() {
        return new Connect(
                word(), // the library cannot read one without
                "wss://export.example/" + word(),
                "mediajson",
                pick("recorder", "transcriber", "translator"),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean() ? Map.of("X-" + word(), word()) : Map.of(),
                maybe(() -> new Connect.Ping(random.nextInt(1, 10_000), random.nextInt(1, 10_000))),
                maybe(() -> List.of(word(), word())),
                maybe(() -> List.of(word() + ".en")));
    }

    private long ssrc() {
        return random.nextLong(1L << 32);
    }

    private String word() {
        return Long.toString(random.nextLong(36L * 36 * 36 * 36, 36L * 36 * 36 * 36 * 36), 36);
    }

    @SafeVarargs
    private <T> T pick(T... from) {
        return from[random.nextInt(from.length)];
    }

    private <T> @Nullable T maybe(Supplier<T> value) {
        return random.nextBoolean() ? value.get() : null;
    }

    private <T> List<T> listOf(int most, Supplier<T> entry) {
        List<T> list = new ArrayList<>();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            list.add(entry.get());
        }
        return list;
    }

    private <T> List<T> distinct(int most, Supplier<T> entry, Function<T, String> id) {
        Map<String, T> byId = new LinkedHashMap<>();
        for (T each : listOf(most, entry)) {
            byId.put(id.apply(each), each);
        }
        return List.copyOf(byId.values());
    }
}
