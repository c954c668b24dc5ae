package org.starbridge.media.source;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.ForwardingTable.Reception;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.MediaKind;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.dependency.DependencyDescriptor;
import org.starbridge.rtp.packet.LayersAllocation;
import org.starbridge.rtp.packet.StreamIdentifier;

/**
 * Parameters that one endpoint negotiated, in the form that packets look up: arrays by payload type, extension ids by
 * meaning. Immutable.
 */
public final class Negotiation {
    /** RFC 6464. */
    public static final String AUDIO_LEVEL = "urn:ietf:params:rtp-hdrext:ssrc-audio-level";
    /** draft-holmer-rmcat-transport-wide-cc-extensions-01. */
    public static final String TRANSPORT_SEQUENCE =
            "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01";
    /** The send time for REMB. */
    public static final String ABSOLUTE_SEND_TIME = "http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time";

    /** No payload type. */
    public static final int NO_TYPE = -1;

    private static final int PAYLOAD_TYPES = 128;

    /** Of an endpoint that has said nothing yet. */
    public static final Negotiation NONE = new Negotiation(Map.of(), Map.of(), false, Reception.CHOSEN_LAYERS);

    private final @Nullable PayloadType[] payloadTypes = new @Nullable PayloadType[PAYLOAD_TYPES];
    private final VideoCodec[] codecs = new VideoCodec[PAYLOAD_TYPES];
    private final Map<String, Integer> extensionIds;
    private final byte[] retransmissionTypes = new byte[PAYLOAD_TYPES];
    private int anyRetransmissionType = NO_TYPE;
    private final boolean acceptsTwoByteExtensions;
    private final int transportSequenceId;
    private final int absoluteSendTimeId;
    private final boolean estimatesItself;
    private final boolean hasTransportFeedback;
    private final boolean mayReport;
    private final int stampedAudioId;
    private final int stampedVideoId;
    private final int layersAllocationId;
    private final int dependencyDescriptorId;
    private final int midId;
    private final int audioLevelId;
    private final int ridId;
    private final int repairedRidId;
    private final boolean[] redundant = new boolean[PAYLOAD_TYPES];
    private int redundancyType = NO_TYPE;

    /** Creates the negotiation of a transport of a forwarding table. */
    public Negotiation(Transport transport) {
        this(
                transport.payloadTypes(),
                transport.extensionIds(),
                transport.acceptsTwoByteExtensions(),
                transport.reception());
    }

    private Negotiation(
            Map<Integer, PayloadType> types,
            Map<String, Integer> extensionIds,
            boolean acceptsTwoByteExtensions,
            Reception reception) {
        mayReport = reception == Reception.EVERY_ENCODING;
        this.extensionIds = extensionIds;
        this.acceptsTwoByteExtensions = acceptsTwoByteExtensions;
        transportSequenceId = extensionIds.getOrDefault(TRANSPORT_SEQUENCE, 0);
        absoluteSendTimeId = extensionIds.getOrDefault(ABSOLUTE_SEND_TIME, 0);
        layersAllocationId = extensionIds.getOrDefault(LayersAllocation.URI, 0);
        dependencyDescriptorId = extensionIds.getOrDefault(DependencyDescriptor.URI, 0);
        midId = extensionIds.getOrDefault(StreamIdentifier.MID_URI, 0);
        ridId = extensionIds.getOrDefault(StreamIdentifier.RID_URI, 0);
        repairedRidId = extensionIds.getOrDefault(StreamIdentifier.REPAIRED_RID_URI, 0);
        audioLevelId = extensionIds.getOrDefault(AUDIO_LEVEL, 0);
        types.forEach((number, type) -> payloadTypes[number] = type);
        estimatesItself = absoluteSendTimeId != 0 && types.values().stream().anyMatch(PayloadType::supportsRemb);
        hasTransportFeedback =
                transportSequenceId != 0 && types.values().stream().anyMatch(PayloadType::supportsTransportFeedback);
        stampedAudioId = isStamped(MediaKind.AUDIO) ? transportSequenceId : 0;
        stampedVideoId = isStamped(MediaKind.VIDEO) ? transportSequenceId : 0;
        for (int number = 0; number < PAYLOAD_TYPES; number++) {
            codecs[number] = codecOf(payloadTypes[number]);
            redundant[number] = isRedundant(payloadTypes[number]);
            if (redundant[number] && redundancyType == NO_TYPE) {
                redundancyType = number;
            }
            retransmissionTypes[number] = NO_TYPE;
        }
        for (PayloadType type : types.values()) {
            PayloadType original = type.retransmits() < 0 ? null : payloadTypes[type.retransmits()];
            if (original != null && original.kind() == type.kind() && original.retransmits() < 0) {
                retransmissionTypes[original.number()] = (byte) type.number();
                if (type.kind() == MediaKind.VIDEO) {
                    anyRetransmissionType = type.number();
                }
            }
        }
    }

    /**
     * Returns whether packets are numbered: where nothing says otherwise, all are, as receivers may ignore the numbers.
     */
    private boolean isStamped(MediaKind kind) {
        return hasTransportFeedback
                ? types(kind).stream().anyMatch(PayloadType::supportsTransportFeedback)
                : !estimatesItself;
    }

    private static boolean isRedundant(@Nullable PayloadType type) {
        return type != null && type.isRedundancy();
    }

    /** Returns what a transport takes if redundant audio is switched off (RFC 2198). */
    public static Negotiation withoutRedundancy(Transport transport) {
        Map<Integer, PayloadType> types = new HashMap<>(transport.payloadTypes());
        types.values().removeIf(Negotiation::isRedundant);
        return new Negotiation(
                types, transport.extensionIds(), transport.acceptsTwoByteExtensions(), transport.reception());
    }

    private static VideoCodec codecOf(@Nullable PayloadType type) {
        if (type == null || type.kind() != MediaKind.VIDEO) {
            return VideoCodec.OTHER;
        }
        return switch (type.encoding().toUpperCase(Locale.ROOT)) {
            case "VP8" -> VideoCodec.VP8;
            case "VP9" -> VideoCodec.VP9;
            case "H264" -> VideoCodec.H264;
            case "H265" -> VideoCodec.H265;
            case "AV1" -> VideoCodec.AV1;
            default -> VideoCodec.OTHER;
        };
    }

    /** The payload type of a number from 0 to 127, or null if it was not negotiated. */
    public @Nullable PayloadType payloadType(int number) {
        return payloadTypes[number];
    }

    /** The codec of a payload type, for finding key frames. */
    public VideoCodec codec(int number) {
        return codecs[number];
    }

    /** Returns whether packets of a payload type repeat the audio of those before them (RED, RFC 2198). */
    public boolean isRedundant(int number) {
        return redundant[number];
    }

    /** The payload type that carries redundant audio (RED, RFC 2198), or {@link #NO_TYPE}. */
    public int redundancyType() {
        return redundancyType;
    }

    /** Returns whether redundancy may be added to packets of an audio payload type: both have the same RTP clock. */
    public boolean mayProtect(int number) {
        PayloadType red = redundancyType == NO_TYPE ? null : payloadTypes[redundancyType];
        PayloadType type = payloadTypes[number];
        return red != null && type != null && !redundant[number] && red.clockRateHz() == type.clockRateHz();
    }

    /** Returns whether lost packets of a payload type may be asked for: {@code nack}, RFC 4585 section 4.2. */
    public boolean supportsNack(int number) {
        PayloadType type = payloadTypes[number];
        return type != null && type.supportsNack();
    }

    /** The payload type that carries retransmissions of {@code number} (RFC 4588), or {@link #NO_TYPE}. */
    public int retransmissionType(int number) {
        return retransmissionTypes[number];
    }

    /** A payload type that carries retransmissions of video (RFC 4588), or {@link #NO_TYPE}. */
    public int anyRetransmissionType() {
        return anyRetransmissionType;
    }

    /** Returns whether some payload type of {@code kind} has Picture Loss Indication ({@code nack pli}). */
    public boolean supportsPli(MediaKind kind) {
        return types(kind).stream().anyMatch(PayloadType::supportsPli);
    }

    /** Returns whether some payload type of {@code kind} has Full Intra Request ({@code ccm fir}). */
    public boolean supportsFir(MediaKind kind) {
        return types(kind).stream().anyMatch(PayloadType::supportsFir);
    }

    private List<PayloadType> types(MediaKind kind) {
        return java.util.Arrays.stream(payloadTypes)
                .filter(java.util.Objects::nonNull)
                .filter(type -> type.kind() == kind)
                .toList();
    }

    /** Header extension ids by URI. */
    public Map<String, Integer> extensionIds() {
        return extensionIds;
    }

    /** Returns whether two-byte header extensions may be sent to it (RFC 8285 section 4.1.2). */
    public boolean acceptsTwoByteExtensions() {
        return acceptsTwoByteExtensions;
    }

    /** Id of the transport-wide sequence number in what it sends, 0 if not negotiated. */
    public int transportSequenceId() {
        return transportSequenceId;
    }

    /**
     * Returns whether it is asked for its own estimate (REMB): it negotiated {@code goog-remb} and the absolute send
     * time that it needs for that, and no transport-wide feedback. Browsers send it only about packets without a
     * transport-wide sequence number.
     */
    public boolean estimatesItself() {
        return estimatesItself && !hasTransportFeedback;
    }

    /**
     * Returns whether it sends transport-wide feedback: it negotiated the numbers, and {@code transport-cc} for some
     * codec.
     */
    public boolean hasTransportFeedback() {
        return hasTransportFeedback;
    }

    /**
     * Returns whether it may send transport-wide feedback although it negotiated no more than the numbers: a receiver
     * of every encoding is another bridge, and some of these do.
     */
    public boolean mayHaveTransportFeedback() {
        return transportSequenceId != 0 && mayReport;
    }

    /**
     * Id under which packets of a kind to it are numbered, 0 if they are not. Not negotiated, or its own estimate is
     * wanted, or it gives feedback only about the other kind: what it is not asked about it would report as lost.
     */
    public int stampedTransportSequenceId(MediaKind kind) {
        return kind == MediaKind.AUDIO ? stampedAudioId : stampedVideoId;
    }

    /** Id of the absolute send time, 0 if not negotiated. */
    public int absoluteSendTimeId() {
        return absoluteSendTimeId;
    }

    /** Id of the video layers allocation, 0 if not negotiated. */
    public int layersAllocationId() {
        return layersAllocationId;
    }

    /** Id of the AV1 dependency descriptor, 0 if not negotiated. */
    public int dependencyDescriptorId() {
        return dependencyDescriptorId;
    }

    /** Id of the audio level (RFC 6464), 0 if not negotiated. */
    public int audioLevelId() {
        return audioLevelId;
    }

    /** Id of the encoding's name ({@code rid}), 0 if not negotiated. */
    int ridId() {
        return ridId;
    }

    /** Id of the name of the encoding that a packet repeats, 0 if not negotiated. */
    int repairedRidId() {
        return repairedRidId;
    }

    /** Id of the media section's name ({@code mid}), 0 if not negotiated. */
    public int midId() {
        return midId;
    }
}
