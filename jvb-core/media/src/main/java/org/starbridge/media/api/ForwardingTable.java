package org.starbridge.media.api;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.lastn.LayerId;

/**
 * Table of who sends what in a conference, and who gets it: computed by selection whenever its inputs change, published
 * whole to every worker; packets only look it up.
 *
 * @param conferenceId the bridge-local id
 * @param version grows with each table of the conference
 * @param transports those of the conference's endpoints; empty ends it
 * @param insistedAudio SSRCs of audio that a receiver asked for by name, so that it is forwarded however loud others
 *     are
 */
public record ForwardingTable(
        String conferenceId, long version, List<Transport> transports, Set<Integer> insistedAudio) {
    /** No layer: nothing of the stream is sent. */
    public static final int SUSPENDED = LayerId.NONE;
    /** Above each layer there can be. */
    public static final int HIGHEST_LAYER = LayerId.HIGHEST;

    public ForwardingTable {
        transports = List.copyOf(transports);
        insistedAudio = Set.copyOf(insistedAudio);
    }

    /** One in which no audio is asked for by name. */
    public ForwardingTable(String conferenceId, long version, List<Transport> transports) {
        this(conferenceId, version, transports, Set.of());
    }

    /** The same as another version, or with other transports. */
    public ForwardingTable with(long newVersion, List<Transport> newTransports) {
        return new ForwardingTable(conferenceId, newVersion, newTransports, insistedAudio);
    }

    /** Returns whether workers would do the same by both, whatever their versions. */
    public boolean isSameAs(ForwardingTable other) {
        return transports.equals(other.transports) && insistedAudio.equals(other.insistedAudio);
    }

    /**
     * One endpoint's transport (an ICE and a DTLS session), with the participants who send over it and what is sent to
     * it. A client's transport carries one participant, a relay's those of another bridge, a viewer's none.
     *
     * @param endpointKey {@link MediaEndpoint#key()}
     * @param payloadTypes what it negotiated, by payload type number: a packet of another number is neither taken from
     *     it nor sent to it
     * @param extensionIds header extensions it negotiated, local id (1 to 255) by URI
     * @param acceptsTwoByteExtensions whether it declared {@code extmap-allow-mixed}
     * @param participants who send over it
     * @param receivedStreams SSRCs of other transports' streams that it gets; of a source with several encodings the
     *     lowest one's, under which it gets a changing encoding
     * @param targetLayers which layer it is to get of these, by the same SSRC: a {@link LayerId}; of a stream that is
     *     not in here the highest there is
     * @param slots under which SSRC of its own it gets a stream (SSRC rewriting), by the same SSRC; a stream that is
     *     not in here keeps its own. No slot is of two streams
     * @param reception how it gets sources with several encodings
     */
    public record Transport(
            int endpointKey,
            Map<Integer, PayloadType> payloadTypes,
            Map<String, Integer> extensionIds,
            boolean acceptsTwoByteExtensions,
            List<Participant> participants,
            Set<Integer> receivedStreams,
            Map<Integer, Integer> targetLayers,
            Map<Integer, SourceSlot> slots,
            Reception reception) {
        public Transport {
            payloadTypes = Map.copyOf(payloadTypes);
            extensionIds = Map.copyOf(extensionIds);
            participants = List.copyOf(participants);
            receivedStreams = Set.copyOf(receivedStreams);
            targetLayers = Map.copyOf(targetLayers);
            slots = Map.copyOf(slots);
        }

        /** One for which layers are chosen. */
        public Transport(
                int endpointKey,
                Map<Integer, PayloadType> payloadTypes,
                Map<String, Integer> extensionIds,
                boolean acceptsTwoByteExtensions,
                List<Participant> participants,
                Set<Integer> receivedStreams,
                Map<Integer, Integer> targetLayers,
                Map<Integer, SourceSlot> slots) {
            this(
                    endpointKey,
                    payloadTypes,
                    extensionIds,
                    acceptsTwoByteExtensions,
                    participants,
                    receivedStreams,
                    targetLayers,
                    slots,
                    Reception.CHOSEN_LAYERS);
        }

        /** One participant's, which gets the best of all that it gets, under the SSRCs that its senders declared. */
        public Transport(
                int endpointKey,
                Map<Integer, PayloadType> payloadTypes,
                Map<String, Integer> extensionIds,
                boolean acceptsTwoByteExtensions,
                List<Stream> streams,
                Set<Integer> receivedStreams) {
            this(
                    endpointKey,
                    payloadTypes,
                    extensionIds,
                    acceptsTwoByteExtensions,
                    List.of(new Participant(endpointKey, streams)),
                    receivedStreams,
                    Map.of(),
                    Map.of());
        }

        /** The same one, but it gets the given streams, and these under SSRCs of its own. */
        public Transport withSlots(Set<Integer> receivedStreams, Map<Integer, SourceSlot> slots) {
            return new Transport(
                    endpointKey,
                    payloadTypes,
                    extensionIds,
                    acceptsTwoByteExtensions,
                    participants,
                    receivedStreams,
                    targetLayers,
                    slots,
                    reception);
        }

        /** Returns the streams that its participants declared to send. */
        public List<Stream> streams() {
            return participants.size() == 1
                    ? participants.getFirst().streams()
                    : participants.stream()
                            .flatMap(participant -> participant.streams().stream())
                            .toList();
        }

        /** Returns the layer that it is to get of the stream that it knows as {@code ssrc}, or {@link #SUSPENDED}. */
        public int target(int ssrc) {
            return receivedStreams.contains(ssrc) ? targetLayers.getOrDefault(ssrc, HIGHEST_LAYER) : SUSPENDED;
        }
    }

    /**
     * One who takes part in the conference and may send.
     *
     * @param key its number, unique in the process; that of its transport if it is the only one there
     * @param streams what it declared to send
     */
    public record Participant(int key, List<Stream> streams) {
        public Participant {
            streams = List.copyOf(streams);
        }
    }

    /**
     * A payload type.
     *
     * @param number 0 to 127
     * @param kind audio or video
     * @param encoding the encoding's name in lower case ({@code vp8}, {@code opus}, {@code rtx})
     * @param clockRateHz the RTP clock
     * @param supportsPli {@code nack pli} was negotiated
     * @param supportsFir {@code ccm fir} was negotiated
     * @param supportsNack {@code nack} was negotiated: lost packets are asked for (RFC 4585 section 6.2.1)
     * @param retransmits of {@code rtx}: the payload type whose packets it repeats ({@code apt}, RFC 4588 section 8.1);
     *     {@link #NOTHING} of others
     * @param format what else must be the same for two endpoints to mean the same: the profile, for instance; empty if
     *     nothing
     * @param supportsRemb {@code goog-remb} was negotiated: the receiver says what it can take
     * @param supportsTransportFeedback {@code transport-cc} was negotiated: the receiver says what arrived, and when
     */
    public record PayloadType(
            int number,
            MediaKind kind,
            String encoding,
            int clockRateHz,
            boolean supportsPli,
            boolean supportsFir,
            boolean supportsNack,
            int retransmits,
            String format,
            boolean supportsRemb,
            boolean supportsTransportFeedback) {
        /** Value for a payload type of media, which retransmits nothing. */
        public static final int NOTHING = -1;

        /** Returns whether its packets repeat others (RFC 4588), known or not. */
        public boolean isRetransmission() {
            return encoding.equals("rtx");
        }

        /** Returns whether its packets repeat the audio of those before them (RED, RFC 2198). */
        public boolean isRedundancy() {
            return kind == MediaKind.AUDIO && encoding.equalsIgnoreCase("red");
        }

        /** One whose codec has one format, and without bandwidth estimation. */
        public PayloadType(
                int number,
                MediaKind kind,
                String encoding,
                int clockRateHz,
                boolean supportsPli,
                boolean supportsFir,
                boolean supportsNack,
                int retransmits) {
            this(
                    number,
                    kind,
                    encoding,
                    clockRateHz,
                    supportsPli,
                    supportsFir,
                    supportsNack,
                    retransmits,
                    "",
                    false,
                    false);
        }

        /** One of media that is not retransmitted. */
        public PayloadType(
                int number,
                MediaKind kind,
                String encoding,
                int clockRateHz,
                boolean supportsPli,
                boolean supportsFir) {
            this(number, kind, encoding, clockRateHz, supportsPli, supportsFir, false, NOTHING);
        }
    }

    /**
     * One SSRC that an endpoint declared.
     *
     * @param ssrc the SSRC
     * @param sourceName the Colibri2 source it belongs to
     * @param kind audio or video
     * @param use what the SSRC carries
     * @param muted what arrives is dropped (force-mute)
     * @param original the SSRC whose packets this one repeats or corrects; of media, its own
     * @param lowest the SSRC of the lowest of the encodings among which it is one, under which receivers get all of
     *     them; its own if it is the only one
     * @param encoding which one it is of these, 0 to 7, low to high quality
     * @param arrival how its packets are known, if not by {@code ssrc}, which then only stands for it in the
     *     conference; null if they come under {@code ssrc}
     */
    public record Stream(
            int ssrc,
            String sourceName,
            MediaKind kind,
            Use use,
            boolean muted,
            int original,
            int lowest,
            int encoding,
            @Nullable Arrival arrival) {
        /** One whose SSRC was declared and is in no group. */
        public Stream(int ssrc, String sourceName, MediaKind kind, Use use, boolean muted) {
            this(ssrc, sourceName, kind, use, muted, ssrc, ssrc, 0, null);
        }
    }

    /**
     * Identification of the packets of a stream whose SSRC is to be learnt, or may change (RFC 9143 section 9.2). Both
     * names null: they come under {@code ssrc} for good.
     *
     * @param rid the name of the encoding (RFC 8852) that its packets carry, or of the one that they repeat
     * @param mid the name of its media section (RFC 9143 section 15). Packets that carry none are known by their
     *     payload type, if only one section has it
     * @param ssrc under which they come at first; null if they have to tell
     */
    public record Arrival(
            @Nullable String rid,
            @Nullable String mid,
            @Nullable Integer ssrc) {
        /** Known by the name of the encoding. */
        public static Arrival ofEncoding(String rid) {
            return new Arrival(rid, null, null);
        }

        /** Known by the media section. */
        public static Arrival inSection(String mid, @Nullable Integer ssrc) {
            return new Arrival(null, mid, ssrc);
        }
    }

    /**
     * One of the SSRCs under which a receiver gets changing sources.
     *
     * @param ssrc of what the source sends; no source of the conference has it
     * @param retransmissionSsrc of what is sent again (RFC 4588); means nothing for audio
     * @param mid the media section that packets name (RFC 9143 section 15), or null if they name none
     */
    public record SourceSlot(
            int ssrc, int retransmissionSsrc, @Nullable String mid) {}

    /** Way in which a receiver gets sources with several encodings. */
    public enum Reception {
        /** One stream for each source, in which layers are chosen for the receiver. */
        CHOSEN_LAYERS,
        /**
         * Every encoding whole, under its own SSRC, up to that of the target layer: the receiver, another bridge,
         * chooses itself.
         */
        EVERY_ENCODING
    }

    /** Content of an SSRC. */
    public enum Use {
        /** An encoding of the source: what is forwarded. */
        MEDIA,
        /** Retransmissions (RFC 4588) of another SSRC. */
        RETRANSMISSION,
        /** Forward error correction of another SSRC. */
        CORRECTION
    }
}
