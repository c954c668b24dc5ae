package org.starbridge.jvb.source;

import org.jspecify.annotations.Nullable;
import org.starbridge.jvb.drop.DropReason;
import org.starbridge.jvb.media.ForwardingTable.PayloadType;
import org.starbridge.jvb.media.ForwardingTable.Stream;
import org.starbridge.jvb.media.ForwardingTable.Use;
import org.starbridge.jvb.media.MediaKind;
import org.starbridge.rtp.codec.KeyFrames;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.rtp.reception.ReceptionRegister;

/** One SSRC that an endpoint declared. Owned by the endpoint's worker. */
public final class IncomingStream {
    /**
     * A sender report goes on to every receiver, and dozens fit into one packet: without this a peer could multiply what it
     * sends. Browsers send one each tenth of a second at the very most (RFC 3550 section 6.2, reduced minimum).
     */
    private static final long SENDER_REPORT_INTERVAL_NS = 20_000_000;

    private final int handle;
    private final ReceptionRegister reception;
    private final KeyFrameRequests keyFrameRequests;
    private Stream stream;
    private long workers;
    private long lastPacketNs = Long.MIN_VALUE;
    private boolean keyFrame;
    private boolean reported;
    private long lastSenderReportNs;

    /**
     * A stream.
     *
     * @param handle its number in the process
     * @param keyFrameLimit how often the source is asked for a key frame
     */
    public IncomingStream(int handle, Stream stream, KeyFrameLimit keyFrameLimit) {
        this.handle = handle;
        this.stream = stream;
        reception = new ReceptionRegister(stream.ssrc());
        keyFrameRequests = new KeyFrameRequests(keyFrameLimit);
    }

    /** The declaration, or the set of workers with receivers, changed. */
    public void update(Stream stream, long workers) {
        this.stream = stream;
        this.workers = workers;
    }

    /**
     * An authenticated packet, in the clear.
     *
     * @param extSeq its sequence number, extended
     * @return null if it is to be forwarded, else why not
     */
    public @Nullable DropReason onPacket(RtpView packet, long extSeq, long arrivalNs, Negotiation negotiation) {
        PayloadType type = negotiation.payloadType(packet.payloadType());
        if (type == null) {
            return DropReason.UNKNOWN_PAYLOAD_TYPE;
        }
        reception.onPacket(extSeq, packet.timestamp(), arrivalNs, type.clockRateHz());
        if (stream.muted()) {
            return DropReason.FORCE_MUTED;
        }
        if (stream.use() != Use.MEDIA) {
            return DropReason.RETRANSMISSION_NOT_UNWRAPPED;
        }
        lastPacketNs = arrivalNs;
        keyFrame = stream.kind() == MediaKind.VIDEO
                && KeyFrames.isKeyFrame(
                        negotiation.codec(packet.payloadType()), packet.payloadAddress(), packet.payloadLengthBytes());
        if (keyFrame) {
            keyFrameRequests.onKeyFrame();
        }
        return null;
    }

    /** Whether a sender report that came now is to be passed on; if so it counts as the last one. */
    public boolean takesSenderReport(long arrivalNs) {
        if (reported && arrivalNs - lastSenderReportNs < SENDER_REPORT_INTERVAL_NS) {
            return false;
        }
        reported = true;
        lastSenderReportNs = arrivalNs;
        return true;
    }

    /** Whether the last packet began a key frame. */
    public boolean isKeyFrame() {
        return keyFrame;
    }

    /** Its number in the process. */
    public int handle() {
        return handle;
    }

    public int ssrc() {
        return stream.ssrc();
    }

    public MediaKind kind() {
        return stream.kind();
    }

    /** Workers with receivers, one bit each. */
    public long workers() {
        return workers;
    }

    /** When a packet was last taken from it; {@link Long#MIN_VALUE} = never. */
    public long lastPacketNs() {
        return lastPacketNs;
    }

    /** What was received and lost, RFC 3550 appendix A. */
    public ReceptionRegister reception() {
        return reception;
    }

    /** Requests for a key frame of this stream, merged. */
    public KeyFrameRequests keyFrameRequests() {
        return keyFrameRequests;
    }
}
