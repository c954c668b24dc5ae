package org.starbridge.hammer.hls;

import java.util.ArrayDeque;

/** Media that one rendition of a viewer has loaded, in seconds since its first piece. */
final class PlayBuffer {
    /** The date at a place in the buffer. */
    private record Mark(double atSeconds, long dateMs) {}

    private final ArrayDeque<Mark> marks = new ArrayDeque<>();
    private double endSeconds;

    /** Its first piece begins here, in the time of all buffers. */
    void begin(double seconds) {
        endSeconds = seconds;
    }

    /**
     * A piece follows what is there.
     *
     * @param dateMs of its beginning, in milliseconds since 1970; -1 if it is unknown
     */
    void add(double seconds, long dateMs) {
        if (dateMs >= 0) {
            marks.add(new Mark(endSeconds, dateMs));
        }
        endSeconds += seconds;
    }

    /** Returns the time at which it ends. */
    double endSeconds() {
        return endSeconds;
    }

    /** The date at a place that only grows, in milliseconds since 1970; -1 if it is unknown. */
    double dateMsAt(double seconds) {
        while (marks.size() > 1 && secondMark().atSeconds() <= seconds) {
            marks.remove();
        }
        Mark mark = marks.peek();
        return mark == null || mark.atSeconds() > seconds ? -1 : mark.dateMs() + (seconds - mark.atSeconds()) * 1000;
    }

    private Mark secondMark() {
        var iterator = marks.iterator();
        iterator.next();
        return iterator.next();
    }
}
