package org.starbridge.hammer.measure;

import java.util.List;
import java.util.Objects;
import org.starbridge.hammer.media.Codec;
import org.starbridge.hammer.media.layer.RecordedFrames;

/**
 * Follows one received stream of which the encoder has described each frame, as a decoder does, in the order of its
 * sequence numbers: whole frames; a key picture first and at each change of the encoding; everything that a frame
 * refers to, by the encoder's own descriptors; one marker for each picture, on its last packet; numbers of pictures
 * (VP9) or frames (dependency descriptor) that only grow and keep their distance to those that are referred to; a known
 * template for each frame. Owned by the receiver's thread; allocates only when a template structure changes.
 *
 * <p>A packet's frame is known by its payload. What a bridge has written, marker, picture ids and descriptors, is
 * compared with that. A picture with several spatial layers counts once, with the height of its highest frame that can
 * be decoded.
 *
 * <p>Packets may come in any order ({@link PacketOrder}).
 */
final class LayerCheck extends FrameCheck {
    private static final int SPAN = PacketOrder.SPAN;
    private static final int NONE = -1;

    private final RecordedFrames[] recordings;
    private final ReceivedNumbers numbers;
    private final DecodedFrames decoded;
    private final long[] passes;

    // What waits, by its index in the order; made with the first packet.
    private int[] encodings = {};
    private long[] passesOf = {};
    private int[] packets = {};
    private long[] written = {};
    private boolean[] marked = {};

    // The packet that was read last.
    private int encoding;
    private long pass;
    private int packet;
    private long numbersOfPacket;

    // The frame and the picture whose packets are coming.
    private boolean isInPicture;
    private int inEncoding;
    private long inPass;
    private int frame = NONE;
    private int lastPacket;
    private long frameNumbers;
    private boolean isFaulty;
    private boolean isMarked;
    private boolean hasKey;
    private int top = NONE;

    // What a decoder has.
    private int current = NONE;
    private boolean isBroken;

    /** {@code streams}: the encodings, low to high, all with known frames. */
    LayerCheck(List<SentStream> streams) {
        recordings = streams.stream()
                .map(stream -> Objects.requireNonNull(stream.frames()))
                .toArray(RecordedFrames[]::new);
        Codec codec = streams.get(0).codec();
        numbers = new ReceivedNumbers(codec);
        decoded = new DecodedFrames(recordings, numbers);
        passes = new long[recordings.length];
    }

    private void begin() {
        encodings = new int[SPAN];
        passesOf = new long[SPAN];
        packets = new int[SPAN];
        written = new long[SPAN];
        marked = new boolean[SPAN];
    }

    /** The dependency descriptor of the packet that is read next; 0 bytes if it has none. */
    void onDescriptor(long address, int lengthBytes) {
        numbers.onDescriptor(address, lengthBytes);
    }

    /**
     * Finds out which packet of the recording has come.
     *
     * @param fromEncoding which encoding it is of, from 0
     * @param sentExtSeq its sender's extended sequence number
     */
    void read(int fromEncoding, long sentExtSeq, long payloadHash, long address, int lengthBytes) {
        encoding = fromEncoding;
        RecordedFrames recording = recordings[fromEncoding];
        // Where a recording is played from packet 0 on, these numbers keep their distance until it jumps.
        long expected = sentExtSeq - passes[fromEncoding];
        int found = recording.packetOf(payloadHash);
        boolean isExpected =
                expected >= 0 && expected < recording.packets() && recording.isSame((int) expected, payloadHash);
        packet = isExpected ? (int) expected : found;
        pass = sentExtSeq - packet;
        passes[fromEncoding] = pass;
        numbersOfPacket = numbers.read(address, lengthBytes);
    }

    /**
     * Takes the packet that was read last, which did not come before.
     *
     * @param nowNs when it came
     * @return whether at least one more picture can be shown now
     */
    boolean onPacket(long extSeq, boolean hasMarker, long nowNs) {
        if (marked.length == 0) {
            begin();
        }
        int i = packet < 0 ? PacketOrder.NONE : order.add(extSeq, nowNs);
        if (i == PacketOrder.NONE) {
            return false;
        }
        encodings[i] = encoding;
        passesOf[i] = pass;
        packets[i] = packet;
        written[i] = numbersOfPacket;
        marked[i] = hasMarker;
        return takeReady();
    }

    @Override
    void take(int i) {
        RecordedFrames recording = recordings[encodings[i]];
        int of = recording.frameOf(packets[i]);
        boolean isKey = recording.isKey(of);
        boolean isSamePass = isInPicture && inEncoding == encodings[i] && inPass == passesOf[i];
        if (!isSamePass || of != frame) {
            finishFrame(isKey);
        }
        if (!isSamePass || recording.picture(of) != recording.picture(frame)) {
            finishPicture(false, isKey);
            beginPicture(i);
        } else if (isMarked) {
            tally.onFault(); // what came before was marked as the picture's end
            isMarked = false;
        }
        if (of != frame) {
            beginFrame(i, of, recording.isFirstOfFrame(packets[i]));
        } else {
            isWhole &= packets[i] == lastPacket + 1 && ReceivedNumbers.areSame(written[i], frameNumbers);
        }
        lastPacket = packets[i];
        if (marked[i]) {
            finishFrame(false);
            finishPicture(true, false);
        }
    }

    private void beginPicture(int i) {
        isInPicture = true;
        inEncoding = encodings[i];
        inPass = passesOf[i];
        frame = NONE;
        isFaulty = false;
        isMarked = false;
        hasKey = false;
        top = NONE;
    }

    private void beginFrame(int i, int of, boolean isFirst) {
        frame = of;
        isWhole = isFirst;
        frameNumbers = written[i];
    }

    /** {@code isKeyNext}: whether the frame after it is a key frame. */
    private void finishFrame(boolean isKeyNext) {
        if (!isInPicture || frame == NONE || isMarked) {
            return;
        }
        RecordedFrames recording = recordings[inEncoding];
        boolean isComplete = isWhole && recording.isLastOfFrame(lastPacket);
        boolean isKey = recording.isKey(frame);
        boolean fits = isComplete
                && decoded.follows(inEncoding, inPass, frame, frameNumbers)
                && (isKey || inEncoding == current);
        if (fits) {
            decoded.add(inEncoding, inPass, frame, frameNumbers);
            hasKey |= isKey;
            current = inEncoding;
            top = Math.max(top, recording.spatialLayer(frame));
        } else if (!isComplete && isWhole && isKeyNext) {
            tally.onCutOff(); // nothing refers to it
        } else {
            isFaulty = true;
            isBroken |= recording.temporalLayer(frame) == 0;
        }
    }

    private void finishPicture(boolean hasMarker, boolean isKeyNext) {
        if (!isInPicture || frame == NONE || isMarked) {
            return;
        }
        boolean lacksMarker = !hasMarker && !isKeyNext;
        isMarked = true;
        if (tally.frames() == 0 && top == NONE && !hasKey) {
            tally.onEarly();
            return;
        }
        if (isFaulty || lacksMarker) {
            tally.onFault();
        }
        if (top != NONE) {
            tally.onFrame();
            tally.onHeight(recordings[inEncoding].heightPx(top));
            if (hasKey) {
                tally.onKeyPicture();
                isBroken = false;
            }
        }
    }

    @Override
    boolean wantsKeyFrame() {
        return tally.isLossBehind() && isBroken;
    }
}
