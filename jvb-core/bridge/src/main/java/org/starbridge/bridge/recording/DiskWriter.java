package org.starbridge.bridge.recording;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.starbridge.transport.counters.SharedCounters;

/**
 * Writes files on a thread of its own. What waits is bounded, and so is what all files below the directory take
 * together. Any thread may hand over.
 */
final class DiskWriter implements AutoCloseable {
    /** At 100 Mbit/s of media these are 5 s without the disk. */
    static final long MAX_PENDING_BYTES = 64L << 20;

    private static final long END_MS = 5000;

    private static final Set<PosixFilePermission> NOT_FOR_OTHERS = PosixFilePermissions.fromString("rwxr-x---");

    private final Path directory;
    private final long maxBytes;
    private final long maxPendingBytes;
    private final AtomicLong pendingBytes = new AtomicLong();
    /** The thread's, once it runs. */
    private long leftBytes;

    private final SharedCounters<RecordingCounter> counters;
    private final LinkedBlockingQueue<Task> tasks = new LinkedBlockingQueue<>();
    private final Thread thread;

    /** Reason why a file cannot be written, as a sentence and for the statistics. */
    record Failure(String sentence, RecordingCounter error) {}

    private static final class SizeException extends IOException {
        private static final long serialVersionUID = 1;

        SizeException() {
            super("the recordings have reached starbridge.recording.max-size-mb");
        }
    }

    /** One step at a file. */
    private interface Step {
        void run() throws IOException;
    }

    private record Task(@Nullable Output output, int bytes, Step step) {}

    /** A file that grows. Its steps are carried out in order. */
    final class Output {
        private final Path path;
        private volatile @Nullable Failure failure;
        private @Nullable FileChannel channel;
        private long sizeBytes;

        private Output(Path path) {
            this.path = path;
        }

        /** Appends; false if too much waits already: then nothing is written. */
        boolean append(byte[] bytes) {
            return hand(this, bytes.length, () -> write(bytes));
        }

        private void write(byte[] bytes) throws IOException {
            takeRoom(bytes.length);
            FileChannel open = channel;
            if (open == null) {
                open = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                channel = open;
            }
            try {
                ByteBuffer buffer = ByteBuffer.wrap(bytes);
                while (buffer.hasRemaining()) {
                    open.write(buffer);
                }
                sizeBytes += bytes.length;
                counters.add(RecordingCounter.BYTES, bytes.length);
            } catch (IOException e) {
                open.truncate(sizeBytes); // a piece of a cluster is of no use
                throw e;
            }
        }

        /** Begins the file. Not bounded: there is one begin a file. */
        void begin(byte[] bytes) {
            tasks.add(new Task(this, 0, () -> write(bytes)));
        }

        /** Ends the file; if all was written, its begin is overwritten. Not bounded: there is one end a file. */
        void end(byte[] begin) {
            tasks.add(new Task(this, 0, () -> {
                FileChannel open = channel;
                if (open != null) {
                    channel = null;
                    try (open) {
                        if (failure == null) {
                            open.write(ByteBuffer.wrap(begin), 0);
                        }
                    }
                }
            }));
        }

        /** Returns the reason why nothing more is written; null while all is well. */
        @Nullable
        Failure failure() {
            return failure;
        }

        /** Its name in its folder. */
        String name() {
            return String.valueOf(path.getFileName());
        }
    }

    /**
     * Starts the thread.
     *
     * @param maxBytes how large all files below the directory may be together
     * @throws UncheckedIOException if the directory can not be made or read
     */
    DiskWriter(Path directory, long maxBytes, long maxPendingBytes, SharedCounters<RecordingCounter> counters) {
        this.directory = directory;
        this.maxBytes = maxBytes;
        this.maxPendingBytes = maxPendingBytes;
        this.counters = counters;
        try {
            makeDirectories(directory);
            leftBytes = maxBytes - sizeBytes(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("recordings in " + directory, e);
        }
        thread = Thread.ofPlatform().daemon().name("recording-disk").start(this::run);
    }

    /** Returns the counters of recordings. */
    SharedCounters<RecordingCounter> counters() {
        return counters;
    }

    /** Files that were deleted meanwhile make room; they are looked for when there seems to be none. */
    private void takeRoom(int bytes) throws IOException {
        if (leftBytes < bytes) {
            leftBytes = maxBytes - sizeBytes(directory);
        }
        if (leftBytes < bytes) {
            throw new SizeException();
        }
        leftBytes -= bytes;
    }

    private static long sizeBytes(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Returns the number of bytes that wait for the disk. */
    long pendingBytes() {
        return pendingBytes.get();
    }

    /** A file that is made when the first bytes are written. */
    Output file(Path path) {
        return new Output(path);
    }

    /** Makes a folder before anything that is handed over later. */
    void makeDirectory(Output first) {
        tasks.add(new Task(first, 0, () -> makeDirectories(Objects.requireNonNull(first.path.getParent()))));
    }

    /** Recordings are for the bridge's user and group only, whatever the process's mask of modes is. */
    private static void makeDirectories(Path path) throws IOException {
        if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createDirectories(path, PosixFilePermissions.asFileAttribute(NOT_FOR_OTHERS));
        } else {
            Files.createDirectories(path);
        }
    }

    private boolean hand(Output output, int bytes, Step step) {
        if (pendingBytes.addAndGet(bytes) > maxPendingBytes) {
            pendingBytes.addAndGet(-bytes);
            return false;
        }
        tasks.add(new Task(output, bytes, step));
        return true;
    }

    private void run() {
        try {
            while (true) {
                Task task = tasks.take();
                Output output = task.output();
                if (output == null) {
                    return;
                }
                carryOut(task, output);
                pendingBytes.addAndGet(-task.bytes());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void carryOut(Task task, Output output) {
        if (output.failure != null && task.bytes() > 0) {
            return;
        }
        try {
            task.step().run();
        } catch (IOException e) {
            output.failure = new Failure(
                    String.valueOf(e.getMessage()),
                    e instanceof SizeException ? RecordingCounter.ERRORS_SIZE : RecordingCounter.ERRORS_DISK);
        }
    }

    /** Writes what waits, for a few seconds at most, and ends the thread. */
    @Override
    public void close() {
        tasks.add(new Task(null, 0, () -> {}));
        try {
            thread.join(END_MS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
    }
}
