package org.starbridge.transport.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** On threads that the test starts; those of the test's own process stay as they are. */
@EnabledOnOs(OS.LINUX)
class ThreadPrioritiesTest {
    /** Of a line of /proc/…/stat, counted behind the name in parentheses. */
    private static final int NICE = 16;

    private static final int MOST = 19;

    private final CountDownLatch end = new CountDownLatch(1);

    @TempDir
    Path tasks;

    private int own;

    @BeforeEach
    void look() throws IOException {
        own = niceness(ownId());
    }

    @AfterEach
    void release() {
        end.countDown();
    }

    @Test
    void lowersAllButMediaAndWhatMediaWaitsFor() throws Exception {
        String media = start("media-0");
        String machine = start("VM Thread");
        String other = start("collector");
        new ThreadPriorities(tasks, "media-", 7).run();
        assertThat(niceness(other)).isEqualTo(Math.min(MOST, own + 7));
        assertThat(niceness(media)).isEqualTo(own);
        assertThat(niceness(machine)).isEqualTo(own);
    }

    @Test
    void lowersWhatCarriesAnswersLess() throws Exception {
        String reader = start("Smack Reader (0");
        String carrier = start("ForkJoinPool-1-");
        new ThreadPriorities(tasks, "media-", 7).run();
        assertThat(niceness(reader)).isEqualTo(Math.min(MOST, own + 2));
        assertThat(niceness(carrier)).isEqualTo(Math.min(MOST, own + 2));
    }

    @Test
    void whatIsDoneAheadOfTimeGetsWhatIsLeftOver() throws Exception {
        String rehearsal = start("rehearsal");
        new ThreadPriorities(tasks, "media-", 3).run();
        assertThat(niceness(rehearsal)).isEqualTo(MOST);
    }

    @Test
    void lowersWhatCameLaterAndIsNotIrritatedByWhatIsGone() throws Exception {
        ThreadPriorities stepBack = new ThreadPriorities(tasks, "media-", 3);
        Files.createDirectory(tasks.resolve("999999999"));
        Files.writeString(tasks.resolve("999999999/comm"), "gone");
        stepBack.run();
        String late = start("late");
        stepBack.run();
        assertThat(niceness(late)).isEqualTo(Math.min(MOST, own + 3));
    }

    @Test
    void leavesEverybodyAloneWithNicenessZero() throws Exception {
        String other = start("collector");
        new ThreadPriorities(tasks, "media-", 0).run();
        assertThat(niceness(other)).isEqualTo(own);
    }

    /** A thread that waits for the test's end; its number, which the folder has too. */
    private String start(String name) throws Exception {
        SynchronousQueue<String> ids = new SynchronousQueue<>();
        var _ = Thread.ofPlatform().daemon().name(name).start(() -> {
            try {
                ids.put(ownId());
                end.await();
            } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        String id = ids.take();
        Files.createDirectory(tasks.resolve(id));
        Files.writeString(tasks.resolve(id).resolve("comm"), name + "\n");
        return id;
    }

    private static String ownId() throws IOException {
        return String.valueOf(
                Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName());
    }

    private static int niceness(String id) throws IOException {
        String stat = Files.readString(Path.of("/proc/self/task", id, "stat"));
        return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[NICE]);
    }
}
