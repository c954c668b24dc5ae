package org.starbridge.hammer.measure;

import java.util.Arrays;
import org.starbridge.hammer.media.layer.RecordedFrames;

/**
 * Frames that a decoder has, and the numbers with which they came. Owned by the receiver's thread.
 *
 * <p>A recording is played again and again, each time in another <em>pass</em>; nothing refers to a frame of another
 * one.
 */
final class DecodedFrames {
    private static final int NONE = -1;
    private static final int TEMPLATE_MASK = 63;

    private final RecordedFrames[] recordings;
    private final ReceivedNumbers numbers;
    private final long[][] passes;
    private final int[][] shifts;
    private int lastNumber = NONE;
    private int lastEncoding;
    private long lastPass;
    private int lastPicture;
    private int templateOffset;
    private int templates;

    /** {@code recordings} of the encodings, low to high. */
    DecodedFrames(RecordedFrames[] recordings, ReceivedNumbers numbers) {
        this.recordings = recordings;
        this.numbers = numbers;
        passes = new long[recordings.length][];
        shifts = new int[recordings.length][];
        for (int i = 0; i < recordings.length; i++) {
            passes[i] = new long[recordings[i].size()];
            Arrays.fill(passes[i], Long.MIN_VALUE);
            shifts[i] = new int[recordings[i].size()];
        }
    }

    /**
     * Returns whether the next frame has numbers that go on, and whether all that it refers to is there, under numbers
     * of the right distance.
     *
     * @param received its numbers, see {@link ReceivedNumbers}
     */
    boolean follows(int encoding, long pass, int frame, long received) {
        if (received == ReceivedNumbers.UNREADABLE) {
            return false;
        }
        if (ReceivedNumbers.hasStructure(received)) {
            templateOffset = ReceivedNumbers.offset(received);
            templates = ReceivedNumbers.templates(received);
        }
        boolean fits = isGrowing(encoding, pass, frame, ReceivedNumbers.number(received))
                && isDescribed(encoding, frame, received);
        int shift = shift(encoding, frame, received);
        RecordedFrames recording = recordings[encoding];
        for (int i = 0; i < recording.references(frame); i++) {
            int reference = recording.reference(frame, i);
            fits &= passes[encoding][reference] == pass && shifts[encoding][reference] == shift;
        }
        return fits;
    }

    private boolean isGrowing(int encoding, long pass, int frame, int number) {
        int picture = recordings[encoding].picture(frame);
        boolean isSamePicture = lastEncoding == encoding && lastPass == pass && lastPicture == picture;
        int step = number - lastNumber & (1 << numbers.bits()) - 1;
        boolean isRepeated = isSamePicture && !numbers.areOfFrames();
        boolean isNext = isRepeated ? step == 0 : step > 0 && step < 1 << (numbers.bits() - 1);
        boolean isGrowing = lastNumber == NONE || isNext;
        lastNumber = number;
        lastEncoding = encoding;
        lastPass = pass;
        lastPicture = picture;
        return isGrowing;
    }

    private boolean isDescribed(int encoding, int frame, long received) {
        int template = ReceivedNumbers.template(received) - templateOffset & TEMPLATE_MASK;
        return !numbers.areOfFrames() || (template < templates && template == recordings[encoding].template(frame));
    }

    /** By how much a frame's number differs from the recorded one. */
    private int shift(int encoding, int frame, long received) {
        RecordedFrames recording = recordings[encoding];
        int recorded = numbers.areOfFrames() ? recording.number(frame) : recording.picture(frame);
        return ReceivedNumbers.number(received) - recorded & (1 << numbers.bits()) - 1;
    }

    /** A frame is decoded. */
    void add(int encoding, long pass, int frame, long received) {
        passes[encoding][frame] = pass;
        shifts[encoding][frame] = shift(encoding, frame, received);
    }
}
