package org.starbridge.hammer.bridge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Measures one process of this machine, on Linux. Any thread. */
public final class ProcessMeter {
    /** Linux's USER_HZ, the same on all its platforms that run Java. */
    private static final long TICK_NS = 10_000_000;

    private final Path directory;

    private ProcessMeter(Path directory) {
        this.directory = directory;
    }

    /**
     * Resources that a process has used so far.
     *
     * @param userNs CPU time in the program itself, to 10 ms
     * @param systemNs CPU time in the kernel on its behalf, to 10 ms
     * @param rssBytes memory resident now
     * @param peakRssBytes the most that was ever resident
     */
    public record Usage(long userNs, long systemNs, long rssBytes, long peakRssBytes) {
        /** User and system time. */
        public long cpuNs() {
            return userNs + systemNs;
        }
    }

    /** A meter of the process with this id. */
    public static ProcessMeter of(long pid) {
        return new ProcessMeter(Path.of("/proc", Long.toString(pid)));
    }

    /** A meter of this process. */
    public static ProcessMeter self() {
        return of(ProcessHandle.current().pid());
    }

    /**
     * Resources that a process holds now.
     *
     * @param sharedBytes what of the resident memory is shared memory: in a Java machine with ZGC, its heap
     * @param fileDescriptors open ones; -1 if we may not look
     */
    public record Holdings(long rssBytes, long sharedBytes, int threads, int fileDescriptors) {}

    /** Returns what it holds now; null if there is no such process, or not on Linux. */
    public @Nullable Holdings holdings() {
        try {
            String status = Files.readString(directory.resolve("status"));
            return new Holdings(
                    ProcStat.bytes(status, "VmRSS"),
                    ProcStat.bytes(status, "RssShmem"),
                    ProcStat.threads(status),
                    openFiles());
        } catch (IOException e) {
            return null;
        }
    }

    /** The processors that it may run on, as {@code 0,2-3}; null if there is no such process, or not on Linux. */
    public @Nullable String cpus() {
        try {
            return ProcStat.cpus(Files.readString(directory.resolve("status")));
        } catch (IOException e) {
            return null;
        }
    }

    private int openFiles() {
        try (Stream<Path> open = Files.list(directory.resolve("fd"))) {
            return (int) open.count();
        } catch (IOException | UncheckedIOException e) {
            return -1;
        }
    }

    /** Its threads and what each has used so far; empty if there is no such process, or not on Linux. */
    public List<ThreadUse> threads() {
        List<ThreadUse> threads = new ArrayList<>();
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(directory.resolve("task"))) {
            for (Path task : tasks) {
                ThreadUse thread = thread(task);
                if (thread != null) {
                    threads.add(thread);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return List.of();
        }
        return threads;
    }

    private static @Nullable ThreadUse thread(Path task) {
        try {
            String stat = Files.readString(task.resolve("stat"));
            long[] ticks = ProcStat.cpuTicks(stat);
            return new ThreadUse(
                    Long.parseLong(task.getFileName().toString()),
                    ProcStat.name(stat),
                    (ticks[0] + ticks[1]) * TICK_NS);
        } catch (IOException e) {
            return null; // it has just ended
        }
    }

    /** Returns what it has used so far; null if there is no such process, or not on Linux. */
    public @Nullable Usage read() {
        try {
            String stat = Files.readString(directory.resolve("stat"));
            String status = Files.readString(directory.resolve("status"));
            long[] ticks = ProcStat.cpuTicks(stat);
            return new Usage(
                    ticks[0] * TICK_NS,
                    ticks[1] * TICK_NS,
                    ProcStat.bytes(status, "VmRSS"),
                    ProcStat.bytes(status, "VmHWM"));
        } catch (IOException e) {
            return null; // ended, or another system: the report says that it wasn't measured
        }
    }
}
