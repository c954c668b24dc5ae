package org.starbridge.trials.focus;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** An occupant of a room and its session with the focus. For the focus's thread. */
final class Participant {
    /** The nickname in the room, which is the endpoint's id too. */
    final String id;

    /** Of the session; null while there is none. */
    @Nullable
    String sid;

    /** Sources that the participant declared in this session. */
    List<DeclaredSource> sources = List.of();

    /** Number of times it asked for a new session. */
    int restarts;

    Participant(String id) {
        this.id = id;
    }
}
