package org.starbridge.recording.frame;

import org.jspecify.annotations.Nullable;

/**
 * Assembler of decodable frames from the packets of one stream in order. After a gap, video is left out until the next
 * key frame. Owned by one thread.
 */
public final class FrameAssembler implements PacketOrder.Sink {
    /** A frame that is longer is no frame. */
    private static final int MAX_FRAME_BYTES = 8 << 20;

    private final Codec codec;
    private final Depacketizer depacketizer;
    private final Sink sink;
    private boolean isOpen;
    private boolean isDamaged;
    private boolean awaitsKeyFrame;
    private int frameTimestamp;
    private long frameArrivalNs;
    private int frameBytes;
    private boolean hasTimestamp;
    private long timestamp;

    /**
     * A frame.
     *
     * @param timestamp extended RTP timestamp: grows by the clock's ticks, without wraps
     * @param arrivalNs when its first packet arrived
     * @param format of a key frame, and of all audio: what a decoder needs; null of others
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Frame(
            byte[] data,
            long timestamp,
            long arrivalNs,
            boolean isKeyFrame,
            @Nullable TrackFormat format) {}

    /** Takes frames. */
    public interface Sink {
        void onFrame(Frame frame);

        /** So many packets are lost here; of video, frames are left out until the next key frame. */
        void onGap(long packets);

        /** Nothing can be decoded before a key frame comes. Called for each frame that is left out. */
        void onKeyFrameNeeded();
    }

    /** One that waits for the first key frame, if it is video. */
    public FrameAssembler(Codec codec, Sink sink) {
        this.codec = codec;
        this.sink = sink;
        depacketizer = codec.depacketizer();
        awaitsKeyFrame = codec.isVideo();
    }

    @Override
    public void onPacket(PacketOrder.Packet packet) {
        if (packet.payload().length == 0) {
            return;
        }
        if (isOpen && (packet.rtpTimestamp() != frameTimestamp || !codec.isVideo())) {
            endFrame();
        }
        if (!isOpen) {
            isOpen = true;
            frameTimestamp = packet.rtpTimestamp();
            frameArrivalNs = packet.arrivalNs();
            frameBytes = 0;
            depacketizer.begin();
        }
        frameBytes += packet.payload().length;
        isDamaged |= frameBytes > MAX_FRAME_BYTES;
        if (!isDamaged) {
            depacketizer.add(packet.payload());
        }
        if (packet.marker() || !codec.isVideo()) {
            endFrame();
        }
    }

    @Override
    public void onGap(long packets) {
        isDamaged |= isOpen;
        awaitsKeyFrame = codec.isVideo();
        sink.onGap(packets);
    }

    private void endFrame() {
        isOpen = false;
        boolean wasDamaged = isDamaged;
        isDamaged = false;
        Depacketizer.EncodedFrame encoded = wasDamaged ? null : depacketizer.finish();
        if (encoded == null || (awaitsKeyFrame && !encoded.isKeyFrame())) {
            awaitsKeyFrame |= codec.isVideo();
            if (codec.isVideo()) {
                sink.onKeyFrameNeeded();
            }
            return;
        }
        awaitsKeyFrame = false;
        timestamp = hasTimestamp ? timestamp + (frameTimestamp - (int) timestamp) : frameTimestamp & 0xFFFFFFFFL;
        hasTimestamp = true;
        sink.onFrame(new Frame(encoded.data(), timestamp, frameArrivalNs, encoded.isKeyFrame(), encoded.format()));
    }
}
