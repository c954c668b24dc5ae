package org.starbridge.control.participant;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.export.AudioFormat;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.MediaKind;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Payload types and header extensions of one endpoint. Immutable.
 *
 * @param payloadTypes by number
 * @param extensionIds local id by URI
 * @param acceptsTwoByteExtensions {@code extmap-allow-mixed}, as the latest description that had a {@code media} said
 * @param audioFormats payload types of audio as they were signalled, by number: for media exports
 */
public record NegotiatedMedia(
        Map<Integer, ForwardingTable.PayloadType> payloadTypes,
        Map<String, Integer> extensionIds,
        boolean acceptsTwoByteExtensions,
        Map<Integer, AudioFormat> audioFormats) {
    public static final NegotiatedMedia NONE = new NegotiatedMedia(Map.of(), Map.of(), false, Map.of());

    private static final int MAX_ENTRIES = 256;
    private static final int MAX_TEXT_BYTES = 4096;
    private static final ForwardingTable.PayloadType NOTHING = new ForwardingTable.PayloadType(
            0, MediaKind.AUDIO, "", 1, false, false, false, ForwardingTable.PayloadType.NOTHING, "", false, false);

    public NegotiatedMedia {
        payloadTypes = Map.copyOf(payloadTypes);
        extensionIds = Map.copyOf(extensionIds);
        audioFormats = Map.copyOf(audioFormats);
    }

    /** Returns whether lost packets can be sent again under an SSRC of their own (RFC 4588). */
    public boolean hasRetransmission() {
        return payloadTypes.values().stream().anyMatch(ForwardingTable.PayloadType::isRetransmission);
    }

    /** Its part of a snapshot. */
    static NegotiatedMedia state(State state, NegotiatedMedia known) throws StateException {
        return new NegotiatedMedia(
                state.map(known.payloadTypes, MAX_ENTRIES, NegotiatedMedia::number, NegotiatedMedia::payloadType),
                state.map(known.extensionIds, MAX_ENTRIES, NegotiatedMedia::text, NegotiatedMedia::number),
                state.bool(known.acceptsTwoByteExtensions),
                state.map(known.audioFormats, MAX_ENTRIES, NegotiatedMedia::number, NegotiatedMedia::audioFormat));
    }

    private static Integer number(State state, @Nullable Integer number) throws StateException {
        return state.i32(number == null ? 0 : number, 0, 255);
    }

    private static String text(State state, @Nullable String text) throws StateException {
        return state.text(text == null ? "" : text, MAX_TEXT_BYTES);
    }

    private static ForwardingTable.PayloadType payloadType(State state, ForwardingTable.@Nullable PayloadType type)
            throws StateException {
        ForwardingTable.PayloadType known = type == null ? NOTHING : type;
        return new ForwardingTable.PayloadType(
                state.i32(known.number(), 0, 127),
                state.choice(known.kind(), MediaKind.values()),
                text(state, known.encoding()),
                state.i32(known.clockRateHz(), 1, Integer.MAX_VALUE),
                state.bool(known.supportsPli()),
                state.bool(known.supportsFir()),
                state.bool(known.supportsNack()),
                state.i32(known.retransmits(), ForwardingTable.PayloadType.NOTHING, 127),
                text(state, known.format()),
                state.bool(known.supportsRemb()),
                state.bool(known.supportsTransportFeedback()));
    }

    private static AudioFormat audioFormat(State state, @Nullable AudioFormat format) throws StateException {
        AudioFormat known = format == null ? new AudioFormat("", 1, 1, Map.of()) : format;
        return new AudioFormat(
                text(state, known.encoding()),
                state.i32(known.clockRateHz(), 1, Integer.MAX_VALUE),
                state.i32(known.channels(), 1, 255),
                state.map(known.parameters(), MAX_ENTRIES, NegotiatedMedia::text, NegotiatedMedia::text));
    }
}
