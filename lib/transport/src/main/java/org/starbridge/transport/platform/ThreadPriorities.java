package org.starbridge.transport.platform;

import java.io.IOException;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Lets all threads of the process that are not media give way to those that are. The compiler, the garbage collector
 * and handshakes compute for many milliseconds at a stretch, and Linux divides a core evenly between who wants it: a
 * packet that comes meanwhile would wait for their share. Lowering a thread needs no privilege, raising one would
 * (setpriority(2)).
 *
 * <p>The Java machine's own thread does not step back: when it stops all others (safepoint), media stands still until
 * it has done its work, so another thread on the core would keep media waiting.
 *
 * <p>Threads that carry requests and answers, Smack's and those of virtual threads, step back by two only: they compute
 * little, but an answer passes through five of them, and on a busy machine each of the five would wait behind everybody
 * else's share.
 *
 * <p>What is done ahead of time, in threads whose name begins with "rehearsal", gets what is left over.
 *
 * <p>Threads come and go, and a new one takes after the thread that started it, so this is run every few seconds by one
 * thread. Elsewhere than on Linux it does nothing.
 */
public final class ThreadPriorities implements Runnable {
    private static final int PRIO_PROCESS = 0;
    /** Beginnings of the names of control threads, in the 15 characters that the kernel keeps. */
    private static final List<String> CONTROL = List.of("Smack ", "ForkJoinPool-");

    private static final int CONTROL_STEPS_BACK = 2;
    /** The beginning of the names of threads that run when no other wants the core. */
    private static final String IDLE = "rehearsal";

    private static final int NICEST = 19;
    private static final String VM_THREAD = "VM Thread";
    private static final Path TASKS = Path.of("/proc/self/task");

    private static final int CALLING_THREAD = 0;
    private static final Linker LINKER = Linker.nativeLinker();
    private static final Optional<MethodHandle> SETPRIORITY = call("setpriority", 3);
    private static final Optional<MethodHandle> GETPRIORITY = call("getpriority", 2);

    private final Path tasks;
    /** Beginnings of the names of the threads that keep their priority. */
    private final List<String> unchanged;

    private final int stepsBack;
    private final int ownNiceness;
    private Set<String> lowered = new HashSet<>();

    /**
     * For threads that run at the caller's priority now.
     *
     * @param mediaPrefix how the names of the media threads begin; these keep their priority
     * @param stepsBack how much nicer than the caller the others will be, from 0 (they do not step back) to 19
     */
    public ThreadPriorities(String mediaPrefix, int stepsBack) {
        this(TASKS, mediaPrefix, stepsBack);
    }

    /** @param tasks a folder with an entry for each thread, named by its number */
    ThreadPriorities(Path tasks, String mediaPrefix, int stepsBack) {
        this.tasks = tasks;
        unchanged = List.of(mediaPrefix, VM_THREAD);
        this.stepsBack = stepsBack;
        ownNiceness = GETPRIORITY.map(ThreadPriorities::ownNiceness).orElse(0);
    }

    private static Optional<MethodHandle> call(String name, int parameters) {
        return LINKER.defaultLookup()
                .find(name)
                .map(symbol -> LINKER.downcallHandle(symbol, IntegerDescriptors.of(parameters)));
    }

    private static int ownNiceness(MethodHandle getPriority) {
        try {
            return (int) (long) getPriority.invokeExact((long) PRIO_PROCESS, (long) CALLING_THREAD);
        } catch (Throwable e) {
            throw new IllegalStateException("getpriority could not be called", e);
        }
    }

    /** Lowers the threads that were not there at the last call. */
    @Override
    public void run() {
        if (stepsBack == 0 || SETPRIORITY.isEmpty() || !Files.isDirectory(tasks)) {
            return;
        }
        Set<String> now = new HashSet<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                String id = String.valueOf(thread.getFileName());
                if (lowered.contains(id) || stepBack(thread, SETPRIORITY.get())) {
                    now.add(id);
                }
            }
        } catch (IOException e) {
            return; // the list changed while it was read: the next turn sees it again
        }
        lowered = now;
    }

    /** Returns whether the thread has stepped back. */
    private boolean stepBack(Path thread, MethodHandle setPriority) throws IOException {
        String name = Files.readString(thread.resolve("comm"));
        if (unchanged.stream().anyMatch(name::startsWith)) {
            return false;
        }
        boolean isControl = CONTROL.stream().anyMatch(name::startsWith);
        int steps = isControl ? Math.min(CONTROL_STEPS_BACK, stepsBack) : stepsBack;
        int niceness = name.startsWith(IDLE) ? NICEST : ownNiceness + steps;
        try {
            int threadId = Integer.parseInt(String.valueOf(thread.getFileName()));
            return (int) (long) setPriority.invokeExact((long) PRIO_PROCESS, (long) threadId, (long) niceness) == 0;
        } catch (Throwable e) {
            throw new IllegalStateException("setpriority could not be called", e);
        }
    }
}
