package org.starbridge.control.datachannel;

import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks one after another on threads of two executors, and a final task whenever no task is left. A task that may
 * wait, and the tasks after it, run on a thread that may wait; all others share threads with other mailboxes. Thread
 * safe.
 */
final class SerialExecutor {
    private final Executor shared;
    private final Executor patient;
    private final int capacity;
    private final Runnable afterwards;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition rested = lock.newCondition();
    private @Nullable ArrayDeque<Runnable> waiting;
    private boolean isRunning;

    /** A task that may wait runs, or is the next one. */
    private boolean isPatient;

    private enum Need {
        NO_THREAD,
        SHARED,
        PATIENT
    }

    /** Marks a task that needs a patient thread. */
    private record Patient(Runnable task) implements Runnable {
        @Override
        public void run() {
            task.run();
        }
    }

    /**
     * An empty one.
     *
     * @param shared runs tasks that do not wait for anything
     * @param patient runs tasks that may
     * @param capacity how many tasks of {@link #offer} wait at most
     * @param afterwards runs when nothing waits any more, before the thread is given back; it does not wait for
     *     anything
     */
    SerialExecutor(Executor shared, Executor patient, int capacity, Runnable afterwards) {
        this.shared = shared;
        this.patient = patient;
        this.capacity = capacity;
        this.afterwards = afterwards;
    }

    /** Adds a task unless too many wait. */
    boolean offer(Runnable task) {
        return add(task, capacity);
    }

    /** Adds a task that must not be lost; there are never many of its kind. */
    void post(Runnable task) {
        add(task, Integer.MAX_VALUE);
    }

    /** Adds a task that may wait, before all others. By a task that runs here, or while none does. */
    void postPatientFirst(Runnable task) {
        add(new Patient(task), Integer.MAX_VALUE);
    }

    /** Something to be done between tasks. */
    @FunctionalInterface
    interface Interlude<X extends Exception> {
        void run() throws X;
    }

    /**
     * Runs something here, soon: between two tasks, or while a task runs that may wait, never beside another one.
     *
     * @return false if that was not possible within the limit: it did not run
     */
    <X extends Exception> boolean runAtRest(long limitNs, Interlude<X> interlude) throws X {
        lock.lock();
        try {
            long leftNs = limitNs;
            while (isRunning && !isPatient) {
                if (leftNs <= 0) {
                    return false;
                }
                leftNs = rested.awaitNanos(leftNs);
            }
            interlude.run();
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Runs a task that does not wait for anything, here and now, and what comes up meanwhile; the answer is false if
     * something else runs or waits.
     */
    boolean runNow(Runnable task) {
        lock.lock();
        try {
            if (isRunning) {
                return false;
            }
            isRunning = true;
        } finally {
            lock.unlock();
        }
        run(task, false);
        return true;
    }

    private boolean add(Runnable task, int limit) {
        Need need;
        lock.lock();
        try {
            if (waiting == null) {
                waiting = new ArrayDeque<>(4);
            }
            if (waiting.size() >= limit) {
                return false;
            }
            if (task instanceof Patient) {
                waiting.addFirst(task);
            } else {
                waiting.add(task);
            }
            if (isRunning) {
                return true;
            }
            isRunning = true;
            need = need();
        } finally {
            lock.unlock();
        }
        borrow(need);
        return true;
    }

    private void borrow(Need need) {
        switch (need) {
            case NO_THREAD -> {}
            case SHARED -> shared.execute(() -> run(() -> {}, false));
            case PATIENT -> patient.execute(() -> run(() -> {}, true));
        }
    }

    private void run(Runnable first, boolean mayWait) {
        Need left;
        try {
            first.run();
            do {
                for (Runnable task = next(mayWait); task != null; task = next(mayWait)) {
                    task.run();
                }
                afterwards.run();
                left = left();
            } while (left == Need.SHARED || (left == Need.PATIENT && mayWait));
        } catch (RuntimeException | Error e) {
            borrow(left()); // a bug: the thread's handler reports it, the others still get their turn
            throw e;
        }
        borrow(left);
    }

    private @Nullable Runnable next(boolean mayWait) {
        lock.lock();
        try {
            ArrayDeque<Runnable> tasks = waiting;
            if (tasks == null) {
                isPatient = false;
                return null;
            }
            boolean isNextPatient = tasks.peek() instanceof Patient;
            isPatient = mayWait && isNextPatient;
            if (isPatient) {
                rested.signalAll();
            }
            return isPatient || !isNextPatient ? tasks.poll() : null;
        } finally {
            lock.unlock();
        }
    }

    /** Returns what is needed for what waits; if nothing waits, nothing runs any more. */
    private Need left() {
        lock.lock();
        try {
            Need need = need();
            isPatient = need == Need.PATIENT;
            if (need == Need.NO_THREAD) {
                waiting = null;
                isRunning = false;
            }
            if (need != Need.SHARED) {
                rested.signalAll();
            }
            return need;
        } finally {
            lock.unlock();
        }
    }

    private Need need() {
        Runnable next = waiting == null ? null : waiting.peek();
        if (next == null) {
            return Need.NO_THREAD;
        }
        return next instanceof Patient ? Need.PATIENT : Need.SHARED;
    }
}
