package org.starbridge.media.api;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.transport.dtls.DtlsDropReason;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.ice.IceCandidate;
import org.starbridge.transport.ice.IceDrop;
import org.starbridge.transport.ice.IceRole;
import org.starbridge.transport.ice.IceState;

/**
 * Report on how far the transport of one endpoint came, for people who ask why it does not connect.
 *
 * @param ageMs since the endpoint was created; at most a second too short
 * @param ice the way to it
 * @param dtls the keys
 * @param media its packets
 */
public record ConnectionReport(long ageMs, Ice ice, Dtls dtls, Media media) {
    /** As many pairs are in a report; there may be more. */
    public static final int MAX_PAIRS = 20;

    /**
     * ICE, that of the newest restart that took over.
     *
     * @param wasSelected whether there ever was a pair
     * @param knowsCredentials whether signalling brought the peer's user fragment and password
     * @param requestsAnswered authentic checks of the peer
     * @param checksSent our checks, without repetitions
     * @param checksAnswered those of them that the peer answered
     * @param dropped STUN messages and candidates that were refused, by reason; without those that did not occur
     * @param pairs at most {@value #MAX_PAIRS}, the most important first
     */
    public record Ice(
            IceState state,
            IceRole role,
            boolean wasSelected,
            boolean knowsCredentials,
            long requestsAnswered,
            long checksSent,
            long checksAnswered,
            Map<IceDrop, Long> dropped,
            List<Pair> pairs) {
        public Ice {
            dropped = Map.copyOf(dropped);
            pairs = List.copyOf(pairs);
        }
    }

    /**
     * Two addresses between which packets may pass.
     *
     * @param checks that were sent from here to there
     * @param isAnswered whether the peer answered one of them
     * @param isHeard whether an authentic check came from there
     * @param isSelected whether media takes it
     */
    public record Pair(
            InetSocketAddress local,
            InetSocketAddress remote,
            IceCandidate.Type remoteType,
            int checks,
            boolean isAnswered,
            boolean isHeard,
            boolean isSelected) {}

    /**
     * DTLS.
     *
     * @param role ours; null until signalling said which
     * @param knowsFingerprint whether signalling brought a fingerprint of the peer's certificate
     * @param isStarted whether the handshake has begun
     * @param isConnected whether there are keys now
     * @param datagramsReceived datagrams of the peer, also unusable ones
     * @param failure why it failed or ended, a sentence; null if it did not
     * @param dropped unusable datagrams, by reason; without those that did not occur
     */
    public record Dtls(
            @Nullable DtlsRole role,
            boolean knowsFingerprint,
            boolean isStarted,
            boolean isConnected,
            long datagramsReceived,
            @Nullable String failure,
            Map<DtlsDropReason, Integer> dropped) {
        public Dtls {
            dropped = Map.copyOf(dropped);
        }
    }

    /**
     * Media.
     *
     * @param packetsReceived authentic RTP and RTCP packets
     * @param firstPacketMs when the first of them came, from the endpoint's creation; -1 without one
     * @param packetsSent packets to it
     * @param refused datagrams of it that were not used, by reason
     */
    public record Media(long packetsReceived, long firstPacketMs, long packetsSent, List<Refusal> refused) {
        public Media {
            refused = List.copyOf(refused);
        }
    }

    /**
     * Reason why datagrams were not used.
     *
     * @param reason its name, in lower case
     * @param sentence what it means
     * @param count how many
     */
    public record Refusal(String reason, String sentence, long count) {}
}
