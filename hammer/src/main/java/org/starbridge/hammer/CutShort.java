package org.starbridge.hammer;

import org.jspecify.annotations.Nullable;

/**
 * The wish to end runs before their time, from any thread. The thread that makes the runs looks for it whenever it
 * waits, and writes what was measured until then.
 */
public final class CutShort {
    private volatile @Nullable String reason;

    /** Ends the runs; {@code why} is a part of a sentence. The first reason stays. */
    public void ask(String why) {
        if (reason == null) {
            reason = why;
        }
    }

    /** Reason to end the runs early; null if there is none. */
    public @Nullable String reason() {
        return reason;
    }

    /** Throws if they are to end. */
    public void check() {
        String why = reason;
        if (why != null) {
            throw new CutShortException(why);
        }
    }
}
