package org.starbridge.media.source;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.H265Payload;
import org.starbridge.rtp.codec.KeyPictureStart;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.codec.Vp9Dependencies;
import org.starbridge.rtp.dependency.DescribedFrames;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Finds out what the frames of one video encoding depend on and where its key frames begin, as far as that takes more
 * than one packet: from dependency descriptors, from VP9's payload descriptors, or from what is known of a picture of
 * H.264 or H.265. Owned by one worker. What a codec does not need is never made.
 */
final class EncodingDependencies {
    /** A structure that is missing for so long is not recovered any more. */
    private static final long MAX_UNJUDGED_NS = 300_000_000;

    private static final long NEVER = Long.MIN_VALUE;

    private @Nullable DescribedFrames described;
    private final DescribedVp8 describedVp8 = new DescribedVp8();
    private @Nullable Vp9Dependencies vp9;
    private @Nullable H264KeyFrames h264;
    private @Nullable DroppablePictures droppable;
    private @Nullable KeyPictureStart h265;
    private final H265Payload h265Payload = new H265Payload();
    private boolean hasStarted;
    private long highest;
    private long unjudgedSinceNs = NEVER;

    /**
     * A packet that came for the first time; its facts were parsed just now.
     *
     * @param descriptorId id of the dependency descriptor, 0 if not negotiated
     */
    void onPacket(IncomingPacket packet, VideoCodec codec, int descriptorId) {
        long extSeq = packet.extSeq();
        boolean isNewest = !hasStarted || extSeq > highest;
        hasStarted = true;
        highest = isNewest ? extSeq : highest;
        switch (codec) {
            case VP8 -> onVp8(packet, descriptorId, isNewest);
            case VP9 -> onVp9(packet.facts());
            case H264 -> onH264(packet);
            case H265 -> onH265(packet);
            case AV1, OTHER -> {}
        }
        if (codec != VideoCodec.VP8 && codec != VideoCodec.VP9) {
            onDescriptor(packet, descriptorId, isNewest);
        }
    }

    /** Adds what the packet's dependency descriptor says; false if it has none, or one that can not be judged. */
    private boolean onDescriptor(IncomingPacket packet, int descriptorId, boolean isNewest) {
        long elementAddress = packet.extensions().elementAddress(descriptorId);
        if (elementAddress == 0) {
            return false;
        }
        int lengthBytes = packet.extensions().elementLengthBytes(descriptorId);
        DescribedFrames frames = described;
        if (frames == null) {
            frames = new DescribedFrames();
            described = frames;
        }
        boolean isJudged = frames.onPacket(packet.facts(), elementAddress, lengthBytes, isNewest) == null;
        if (isJudged && isNewest) {
            unjudgedSinceNs = NEVER;
        } else if (!isJudged && unjudgedSinceNs == NEVER) {
            unjudgedSinceNs = packet.arrivalNs();
        }
        return isJudged;
    }

    /**
     * Returns whether the structure that descriptors refer to is lost, so that a key frame is to be asked for. The
     * answer is given once each {@value #MAX_UNJUDGED_NS} ns.
     */
    boolean lacksStructure(long nowNs) {
        if (unjudgedSinceNs == NEVER || nowNs - unjudgedSinceNs < MAX_UNJUDGED_NS) {
            return false;
        }
        unjudgedSinceNs = nowNs;
        return true;
    }

    private void onVp8(IncomingPacket packet, int descriptorId, boolean isNewest) {
        FrameFacts facts = packet.facts();
        if (facts.isKeyFrame() && isNewest) {
            onVp8KeyFrame(packet, descriptorId);
        } else if (facts.isBareVp8() && describedVp8.includes(packet.extSeq())) {
            onDescriptor(packet, descriptorId, isNewest);
        }
    }

    private void onVp8KeyFrame(IncomingPacket packet, int descriptorId) {
        FrameFacts facts = packet.facts();
        boolean isDescribed = facts.isBareVp8() && onDescriptor(packet, descriptorId, true) && facts.isKeyFrame();
        describedVp8.onKeyFrame(packet.extSeq(), isDescribed);
        if (!isDescribed) {
            unjudgedSinceNs = NEVER; // the payload tells enough
        }
        if (facts.isDescribed() && !isDescribed) {
            // The descriptor says that it is none, but the payload knows best.
            RtpView rtp = packet.rtp();
            facts.parse(VideoCodec.VP8, facts.encoding(), rtp.payloadAddress(), rtp.payloadLengthBytes(), rtp.marker());
        }
    }

    private void onVp9(FrameFacts facts) {
        Vp9Dependencies frames = vp9;
        if (frames == null) {
            frames = new Vp9Dependencies();
            vp9 = frames;
        }
        frames.onPacket(facts);
    }

    private void onH264(IncomingPacket packet) {
        H264KeyFrames keyFrames = h264;
        DroppablePictures pictures = droppable;
        if (keyFrames == null || pictures == null) {
            keyFrames = new H264KeyFrames();
            pictures = new DroppablePictures();
            h264 = keyFrames;
            droppable = pictures;
        }
        FrameFacts facts = packet.facts();
        RtpView rtp = packet.rtp();
        if (!keyFrames.beginsWith(packet.extSeq(), rtp.timestamp(), facts.isKeyFrame(), facts.isStartOfFrame())) {
            facts.continuesFrame();
        }
        pictures.onPacket(packet.extSeq(), rtp, facts);
    }

    private void onH265(IncomingPacket packet) {
        KeyPictureStart start = h265;
        if (start == null) {
            start = new KeyPictureStart();
            h265 = start;
        }
        RtpView rtp = packet.rtp();
        boolean isWhole = h265Payload.wrap(rtp.payloadAddress(), rtp.payloadLengthBytes()) == null;
        if (!isWhole || !start.onPacket(packet.extSeq(), rtp.timestamp(), h265Payload)) {
            packet.facts().continuesFrame();
        }
    }

    /** A packet that carries nothing came for the first time. */
    void onEmpty(long extSeq) {
        if (h264 != null) {
            h264.onEmpty(extSeq);
        }
        if (droppable != null) {
            droppable.onEmpty(extSeq);
        }
    }

    /** Called when what comes next numbers its packets and frames from elsewhere. */
    void restart() {
        hasStarted = false;
        unjudgedSinceNs = NEVER;
        described = null;
        describedVp8.restart();
        vp9 = null;
        h264 = null;
        droppable = null;
        h265 = null;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        hasStarted = state.bool(hasStarted);
        highest = state.i64(highest);
        unjudgedSinceNs = state.time(unjudgedSinceNs);
        describedVp8.state(state);
        if (state.bool(described != null)) {
            DescribedFrames frames = described == null ? new DescribedFrames() : described;
            described = frames;
            frames.state(state);
        }
        if (state.bool(vp9 != null)) {
            Vp9Dependencies frames = vp9 == null ? new Vp9Dependencies() : vp9;
            vp9 = frames;
            frames.state(state);
        }
        if (state.bool(h264 != null)) {
            H264KeyFrames keyFrames = h264 == null ? new H264KeyFrames() : h264;
            h264 = keyFrames;
            keyFrames.state(state);
        }
        if (state.bool(droppable != null)) {
            DroppablePictures pictures = droppable == null ? new DroppablePictures() : droppable;
            droppable = pictures;
            pictures.state(state);
        }
        if (state.bool(h265 != null)) {
            KeyPictureStart start = h265 == null ? new KeyPictureStart() : h265;
            h265 = start;
            start.state(state);
        }
    }
}
