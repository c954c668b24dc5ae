package org.starbridge.bridge.recording;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.transport.counters.SharedCounters;

/** The files of one recording. One thread. */
final class RecordingFolder {
    private static final int MAX_NAME = 80;
    /** More files are no recording; a stranger could make them by changing formats. */
    private static final int MAX_FILES = 10_000;

    private final DiskWriter disk;
    private final Path path;
    private final long startedAtMs;
    private final EventLog events;
    private final List<DiskWriter.Output> open = new ArrayList<>();
    private int files;

    /**
     * Makes the folder.
     *
     * @param startedAtMs time 0 on the wall clock, in ms since 1970
     * @param startedNs time 0 on the media clock
     */
    RecordingFolder(DiskWriter disk, Path path, long startedAtMs, long startedNs) {
        this.disk = disk;
        this.path = path;
        this.startedAtMs = startedAtMs;
        DiskWriter.Output log = disk.file(path.resolve("events.jsonl"));
        disk.makeDirectory(log);
        open.add(log);
        events = new EventLog(log, startedNs);
    }

    EventLog events() {
        return events;
    }

    SharedCounters<RecordingCounter> counters() {
        return disk.counters();
    }

    long startedAtMs() {
        return startedAtMs;
    }

    Path path() {
        return path;
    }

    /** A file of a name of its own. */
    DiskWriter.Output file(String name, String extension) {
        files++;
        counters().increment(RecordingCounter.FILES);
        String safe = safe(name);
        DiskWriter.Output file = disk.file(path.resolve(safe + "-" + files + "." + extension));
        if (files <= MAX_FILES) {
            open.add(file);
        }
        return file;
    }

    /** A name without anything that has a meaning in paths. */
    static String safe(String name) {
        String plain = name.replaceAll("[^A-Za-z0-9_-]", "_");
        return plain.substring(0, Math.min(MAX_NAME, plain.length()));
    }

    /** Returns the reason why a file cannot be written; null while all can. */
    DiskWriter.@Nullable Failure failure() {
        if (files > MAX_FILES) {
            return new DiskWriter.Failure("more than " + MAX_FILES + " files", RecordingCounter.ERRORS_FILES);
        }
        for (DiskWriter.Output file : open) {
            if (file.failure() != null) {
                return file.failure();
            }
        }
        return null;
    }

    /** Ends the log of events. */
    void end() {
        open.getFirst().end(new byte[0]);
    }
}
