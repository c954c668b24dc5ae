package org.starbridge.bridge.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.transport.counters.SharedCounters;

@Timeout(30)
class DiskWriterTest {
    private static final int PENDING_BYTES = 1000;

    @TempDir
    Path directory;

    private final SharedCounters<RecordingCounter> counters = new SharedCounters<>(RecordingCounter.class);

    @Test
    void filesGrowInOrderAndAreEndedInPlace() throws Exception {
        Path path = directory.resolve("folder/file");
        try (DiskWriter disk = new DiskWriter(directory, 10_000, PENDING_BYTES, counters)) {
            DiskWriter.Output file = disk.file(path);
            disk.makeDirectory(file);
            assertThat(file.append(new byte[] {1, 2, 3})).isTrue();
            assertThat(file.append(new byte[] {4})).isTrue();
            file.end(new byte[] {9});
            assertThat(file.failure()).isNull();
        }
        assertThat(Files.readAllBytes(path)).containsExactly(9, 2, 3, 4);
        assertThat(counters.get(RecordingCounter.BYTES)).isEqualTo(4);
    }

    @Test
    void foldersAreNotForOthers() throws Exception {
        assumeTrue(directory.getFileSystem().supportedFileAttributeViews().contains("posix"), "skipped: no modes here");
        Path all = directory.resolve("recordings");
        try (DiskWriter disk = new DiskWriter(all, 10_000, PENDING_BYTES, counters)) {
            DiskWriter.Output file = disk.file(all.resolve("folder/file"));
            disk.makeDirectory(file);
            file.append(new byte[1]);
        }
        for (Path each : List.of(all, all.resolve("folder"))) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                    .isIn("rwxr-x---", "rwx------"); // the mask of the process may take more
        }
    }

    @Test
    void whatIsTooMuchForTheDirectoryIsAFailureAndEarlierFilesCount() throws Exception {
        Files.write(directory.resolve("older"), new byte[600]);
        Path path = directory.resolve("file");
        DiskWriter.Output file;
        long folderBytes = directory.toFile().length();
        try (DiskWriter disk = new DiskWriter(directory, folderBytes + 1000, PENDING_BYTES, counters)) {
            file = disk.file(path);
            file.append(new byte[300]);
            file.append(new byte[200]);
            file.append(new byte[10]);
        }
        assertThat(file.failure()).extracting(DiskWriter.Failure::error).isEqualTo(RecordingCounter.ERRORS_SIZE);
        assertThat(Files.size(path)).as("nothing behind what failed").isEqualTo(300);
    }

    @Test
    void filesThatAreDeletedMakeRoom() throws Exception {
        Path older = Files.write(directory.resolve("older"), new byte[600]);
        Path path = directory.resolve("file");
        long folderBytes = directory.toFile().length();
        DiskWriter.Output file;
        try (DiskWriter disk = new DiskWriter(directory, folderBytes + 1000, PENDING_BYTES, counters)) {
            Files.delete(older);
            file = disk.file(path);
            file.append(new byte[300]);
            file.append(new byte[200]);
        }
        assertThat(file.failure()).isNull();
        assertThat(Files.size(path)).isEqualTo(500);
    }

    @Test
    void aFileThatCannotBeMadeIsAFailure() {
        DiskWriter.Output file;
        try (DiskWriter disk = new DiskWriter(directory, 10_000, PENDING_BYTES, counters)) {
            file = disk.file(directory.resolve("missing/file"));
            file.append(new byte[1]);
        }
        assertThat(file.failure()).extracting(DiskWriter.Failure::error).isEqualTo(RecordingCounter.ERRORS_DISK);
    }

    @Test
    void whatTheDiskDoesNotTakeInTimeIsRefused() {
        try (DiskWriter disk = new DiskWriter(directory, 10_000, PENDING_BYTES, counters)) {
            DiskWriter.Output file = disk.file(directory.resolve("file"));
            assertThat(file.append(new byte[PENDING_BYTES + 1])).isFalse();
            assertThat(file.append(new byte[PENDING_BYTES])).isTrue();
        }
    }
}
