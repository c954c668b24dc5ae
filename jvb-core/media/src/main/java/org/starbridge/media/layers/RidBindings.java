package org.starbridge.media.layers;

import java.util.Arrays;
import java.util.List;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.packet.StreamIdentifier;

/**
 * The SSRCs of a source whose encodings were declared by name only (RFC 8851): learnt from the {@code rid} and
 * {@code repaired-rid} header extensions (RFC 8852) of authenticated packets. Owned by the worker of the endpoint that
 * sends it.
 *
 * <p>Each name has one SSRC of media and one of retransmissions, the last that came under it: bounded whatever is sent.
 * A name moves to another SSRC at most {@value #MAX_CHANGES} times, which bounds how often a sender can make us rebuild
 * streams. An SSRC has one name: one that is bound is not bound again.
 */
public final class RidBindings {
    /** No encoding. */
    public static final int NONE = -1;

    /** Number of times that a name's SSRC may change. */
    public static final int MAX_CHANGES = 100;

    private final byte[][] rids;
    private final int[] mediaSsrcs;
    private final int[] repairSsrcs;
    private final boolean[] hasMedia;
    private final boolean[] hasRepair;
    private int changes;

    /**
     * Bindings of a source.
     *
     * @param rids the names of its encodings, low to high quality, 1 to {@value FrameFacts#MAX_ENCODINGS}
     */
    public RidBindings(List<String> rids) {
        if (rids.isEmpty() || rids.size() > FrameFacts.MAX_ENCODINGS) {
            throw new IllegalArgumentException(rids.size() + " rids: expected 1 to " + FrameFacts.MAX_ENCODINGS);
        }
        this.rids = rids.stream().map(StreamIdentifier::bytes).toArray(byte[][]::new);
        mediaSsrcs = new int[rids.size()];
        repairSsrcs = new int[rids.size()];
        hasMedia = new boolean[rids.size()];
        hasRepair = new boolean[rids.size()];
    }

    /**
     * A packet of an undeclared SSRC names the encoding it belongs to ({@code rid}).
     *
     * @return the encoding, or {@link #NONE} if the name is not one of the source's, or the SSRC is bound to another
     */
    public int bindMedia(int ssrc, long ridAddress, int ridLengthBytes) {
        return bind(ssrc, ridAddress, ridLengthBytes, mediaSsrcs, hasMedia);
    }

    /** A packet of an undeclared SSRC names the encoding that it repeats ({@code repaired-rid}). */
    public int bindRepair(int ssrc, long ridAddress, int ridLengthBytes) {
        return bind(ssrc, ridAddress, ridLengthBytes, repairSsrcs, hasRepair);
    }

    private int bind(int ssrc, long ridAddress, int ridLengthBytes, int[] ssrcs, boolean[] has) {
        int encoding = find(ridAddress, ridLengthBytes);
        if (encoding == NONE || (has[encoding] && ssrcs[encoding] == ssrc)) {
            return encoding;
        }
        if (isBound(ssrc) || changes >= MAX_CHANGES) {
            return NONE;
        }
        if (has[encoding]) {
            changes++;
        }
        ssrcs[encoding] = ssrc;
        has[encoding] = true;
        return encoding;
    }

    private int find(long ridAddress, int ridLengthBytes) {
        for (int i = 0; i < rids.length; i++) {
            if (StreamIdentifier.matches(ridAddress, ridLengthBytes, rids[i])) {
                return i;
            }
        }
        return NONE;
    }

    private boolean isBound(int ssrc) {
        return mediaEncoding(ssrc) != NONE || repairEncoding(ssrc) != NONE;
    }

    /** The encoding whose media came under an SSRC, or {@link #NONE}. */
    public int mediaEncoding(int ssrc) {
        return indexOf(ssrc, mediaSsrcs, hasMedia);
    }

    /** The encoding whose retransmissions came under an SSRC, or {@link #NONE}. */
    public int repairEncoding(int ssrc) {
        return indexOf(ssrc, repairSsrcs, hasRepair);
    }

    private static int indexOf(int ssrc, int[] ssrcs, boolean[] has) {
        for (int i = 0; i < ssrcs.length; i++) {
            if (has[i] && ssrcs[i] == ssrc) {
                return i;
            }
        }
        return NONE;
    }

    /** Everything learnt is forgotten. */
    public void clear() {
        Arrays.fill(hasMedia, false);
        Arrays.fill(hasRepair, false);
    }
}
