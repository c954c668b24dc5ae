package org.starbridge.media.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.agrona.collections.IntHashSet;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.rtp.packet.HeaderExtensionIndex;
import org.starbridge.rtp.packet.StreamIdentifier;

/**
 * The streams of media sections with one encoding: a packet of an SSRC that is not known belongs to the section that
 * its {@code mid} header extension names, or, without one, to the only section that has its payload type (RFC 9143
 * section 9.2). The payload type also tells media from retransmissions. Owned by the endpoint's worker.
 *
 * <p>The last SSRC is the one that counts, so a sender that restarts under another is followed at once. Late packets of
 * the former one do not bring it back: that takes {@value #SILENCE_NS} ns without a packet of its successor. A stream
 * moves at most {@value #MAX_CHANGES} times, which bounds how often a sender can make us rebuild it.
 */
final class SectionStreams {
    static final int MAX_CHANGES = 100;

    /** More than a network delays packets, less than a restart takes. */
    static final long SILENCE_NS = 500_000_000;

    private final List<Section> sections = new ArrayList<>();

    private static final class Section {
        private final IncomingStream stream;
        private final byte[] mid;
        private final IntHashSet former = new IntHashSet();
        private int changes;
        private long lastChangeNs;

        Section(IncomingStream stream) {
            this.stream = stream;
            this.mid = StreamIdentifier.bytes(Objects.requireNonNull(stream.mid()));
        }

        boolean has(PayloadType type) {
            return type.kind() == stream.kind() && type.isRetransmission() == stream.isRetransmission();
        }

        boolean follow(int ssrc, long nowNs) {
            if (stream.isLocated() && !mayMove(ssrc, nowNs)) {
                return false;
            }
            if (stream.isLocated()) {
                former.add(stream.wireSsrc());
                changes++;
            }
            lastChangeNs = nowNs;
            return true;
        }

        private boolean mayMove(int ssrc, long nowNs) {
            long lastNs = Math.max(lastChangeNs, stream.lastPacketNs());
            return changes < MAX_CHANGES && (!former.contains(ssrc) || nowNs - lastNs >= SILENCE_NS);
        }
    }

    /** @param streams media and retransmissions, each with the name of a media section */
    SectionStreams(List<IncomingStream> streams) {
        streams.forEach(stream -> sections.add(new Section(stream)));
    }

    /** An authenticated packet of an SSRC that is not known: which stream it is of; null if it does not say. */
    @Nullable
    IncomingStream bind(IncomingPacket packet, Negotiation negotiation) {
        PayloadType type = negotiation.payloadType(packet.rtp().payloadType());
        Section section = type == null ? null : find(type, packet.extensions(), negotiation.midId());
        return section != null && section.follow(packet.rtp().ssrc(), packet.arrivalNs()) ? section.stream : null;
    }

    private @Nullable Section find(PayloadType type, HeaderExtensionIndex extensions, int midId) {
        long midAddress = extensions.elementAddress(midId);
        Section found = null;
        for (Section section : sections) {
            boolean isNamed = midAddress == 0
                    || StreamIdentifier.matches(midAddress, extensions.elementLengthBytes(midId), section.mid);
            if (isNamed && section.has(type)) {
                if (found != null) {
                    return null; // two sections have the payload type
                }
                found = section;
            }
        }
        return found;
    }
}
