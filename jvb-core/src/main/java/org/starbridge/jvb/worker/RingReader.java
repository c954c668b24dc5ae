package org.starbridge.jvb.worker;

import org.jspecify.annotations.Nullable;
import org.starbridge.jvb.forward.FanOut;
import org.starbridge.jvb.ring.RingCursor;

/**
 * A worker's place in one ring, down to the receiver: a fan-out that was interrupted goes on there. Owned by the reading
 * worker.
 */
final class RingReader {
    final RingCursor cursor;
    /** The receivers of the record at the cursor, once looked up; null before. */
    @Nullable
    FanOut current;
    /** Which of them is next. */
    int nextReceiver;

    RingReader(RingCursor cursor) {
        this.cursor = cursor;
    }

    /** Goes to the next record. */
    void advance() {
        cursor.advance();
        restart();
    }

    /** Forgets the receivers of a record that is gone. */
    void restart() {
        current = null;
        nextReceiver = 0;
    }
}
