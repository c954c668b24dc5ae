package org.starbridge.hammer.badlink;

import java.util.List;

/** Scenarios of a few seconds. */
public final class ShortBadLinks {
    /** Reaches its target. */
    public static final BadLink WIDE = new BadLink(
            "wide",
            "a link with room",
            1,
            1,
            3,
            List.of("rate=20M"),
            run -> List.of(Figure.atMost("audio lost", run.audioLoss(), 0.5)));

    /** Has a target that no link reaches. */
    public static final BadLink HOPELESS = new BadLink(
            "hopeless",
            "more than all is to arrive",
            1,
            1,
            2,
            List.of("rate=20M"),
            run -> List.of(Figure.atLeast("share received", 1 - run.audioLoss(), 2)));

    private ShortBadLinks() {}
}
