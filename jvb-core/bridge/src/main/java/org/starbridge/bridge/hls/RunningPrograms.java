package org.starbridge.bridge.hls;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The programs that are served. Any thread. */
final class RunningPrograms {
    private final List<LiveProgram> all = new CopyOnWriteArrayList<>();

    void add(LiveProgram program) {
        all.add(program);
    }

    List<LiveProgram> all() {
        return all;
    }

    /** The program with this id; null if there is none. */
    @Nullable
    LiveProgram find(String id) {
        for (LiveProgram program : all) {
            if (program.id().equals(id)) {
                return program;
            }
        }
        return null;
    }

    /** The program of a room, or of a source in it, that has not ended; null if there is none. */
    @Nullable
    LiveProgram find(String room, String source) {
        for (LiveProgram program : all) {
            LiveProgram.Subject subject = program.subject();
            if (subject.room().equals(room) && subject.source().equals(source) && !program.isEnded()) {
                return program;
            }
        }
        return null;
    }

    /** Requests that wait for media of any of them. */
    int waitingCount() {
        return all.stream().mapToInt(LiveProgram::waitingCount).sum();
    }
}
