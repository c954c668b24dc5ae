package org.starbridge.media.forward;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.starbridge.transport.srtp.SendStream;
import org.starbridge.transport.srtp.SrtpSender;

/**
 * Under which keys one stream goes to its receiver, and what is sent again under an SSRC of its own (RFC 4588). The
 * highest index sent lives in the receiver's {@link SrtpSender}. Owned by the receiver's worker.
 */
final class StreamKeys {
    private final int ssrc;
    private @Nullable Integer retransmissionSsrc;
    private @Nullable SrtpSender sender;
    private @Nullable SendStream media;
    private @Nullable SendStream retransmission;

    StreamKeys(int ssrc) {
        this.ssrc = ssrc;
    }

    /** Returns whether the keys are the ones in use. */
    boolean areIn(SrtpSender srtp) {
        return sender == srtp;
    }

    /** Other keys from now on: what was sent under those before is not continued. */
    void take(SrtpSender srtp) {
        media = srtp.stream(ssrc);
        sender = srtp;
        retransmission = null;
    }

    /** The stream under the keys in use; null before the first ones, and if the receiver has too many SSRCs. */
    @Nullable
    SendStream media() {
        return media;
    }

    /** The highest index sent; -1 before the first. */
    long highestIndex() {
        SendStream stream = media;
        return stream == null ? -1 : stream.highestIndex();
    }

    /** The SSRC under which packets are repeated, or null: under their own. */
    void retransmissionSsrc(@Nullable Integer ssrc) {
        if (!Objects.equals(ssrc, retransmissionSsrc)) {
            retransmissionSsrc = ssrc;
            retransmission = null;
        }
    }

    /** The SSRC under which packets are repeated, or null: under their own. */
    @Nullable
    Integer retransmissionSsrc() {
        return retransmissionSsrc;
    }

    /** Returns whether packets are repeated under an SSRC of their own. */
    boolean hasRetransmissionSsrc() {
        return retransmissionSsrc != null;
    }

    /** The stream of what is repeated under the keys in use; null if it goes under its own SSRC. */
    @Nullable
    SendStream retransmission() {
        if (retransmissionSsrc == null || sender == null) {
            return null;
        }
        if (retransmission == null) {
            retransmission = sender.stream(retransmissionSsrc);
        }
        return retransmission;
    }
}
