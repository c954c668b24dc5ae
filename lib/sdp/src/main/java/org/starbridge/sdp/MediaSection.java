package org.starbridge.sdp;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.sdp.attribute.Direction;
import org.starbridge.sdp.attribute.Flag;
import org.starbridge.sdp.attribute.Mid;

/**
 * One {@code m=} line and what belongs to it (RFC 8866 section 5.14).
 *
 * @param media {@code audio}, {@code video}, {@code application} or another token
 * @param port 0 to 65535; 0 is a rejected section, or one that only counts in a bundle
 * @param protocol {@code UDP/TLS/RTP/SAVPF}, {@code UDP/DTLS/SCTP}
 * @param formats payload types, or {@code webrtc-datachannel}; one or more
 * @param connection the value of {@code c=}; null if there is none
 * @param bandwidths values of {@code b=} lines, in order
 * @param attributes in order
 */
public record MediaSection(
        String media,
        int port,
        String protocol,
        List<String> formats,
        @Nullable String connection,
        List<String> bandwidths,
        Attributes attributes) {
    public MediaSection {
        formats = List.copyOf(formats);
        bandwidths = List.copyOf(bandwidths);
    }

    /** Its name; null if it has none. */
    public @Nullable String mid() {
        Mid mid = attributes.first(Mid.class);
        return mid == null ? null : mid.id();
    }

    /** Returns the direction in which media flows; both ways if it does not say. */
    public Direction direction() {
        Direction direction = attributes.first(Direction.class);
        return direction == null ? Direction.SENDRECV : direction;
    }

    /** Returns whether the section is there only to keep its place (RFC 8843 section 7.3). */
    public boolean isRejected() {
        return port == 0 && !attributes.has(Flag.BUNDLE_ONLY);
    }
}
