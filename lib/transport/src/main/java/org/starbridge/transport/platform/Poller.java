package org.starbridge.transport.platform;

import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/**
 * Sleeps in epoll, with an eventfd to be woken by; watches any number of native sockets. The thread that first sleeps
 * with nanoseconds gets a small timer slack for good.
 */
public final class Poller implements Sleeper {
    private static final int EPOLL_CTL_ADD = 1;
    private static final int EPOLLIN = 1;
    private static final int WAKE_TAG = -1;
    private static final int MAX_EVENTS = 256;

    /** {@code struct epoll_event} is packed on x86-64 only. */
    private static final int EVENT_BYTES = System.getProperty("os.arch").equals("amd64") ? 12 : 16;

    private static final int DATA_OFFSET = EVENT_BYTES - 8;

    private static final int EVENTS_BYTES = MAX_EVENTS * EVENT_BYTES;
    /** Behind the events: what the eventfd counted, a {@code timespec}. */
    private static final int COUNT_OFFSET = EVENTS_BYTES;

    private static final int TIMESPEC_OFFSET = COUNT_OFFSET + 8;
    private static final int SCRATCH_BYTES = TIMESPEC_OFFSET + 16;

    /** Time by which the kernel may end a sleep later than asked, to save a timer interrupt. Its default is 50 us. */
    private static final long TIMER_SLACK_NS = 5_000;

    private final LibC libC = new LibC();
    private final LibC wakerLibC = new LibC();
    private final Slab scratch = Slab.allocate(SCRATCH_BYTES);
    private final Slab wakeValue = Slab.allocate(8);
    private final int epoll;
    private final int eventFd;
    private int ready;
    private boolean precise = LibC.hasPreciseEpoll();
    private boolean slackIsSet;
    private boolean closed;

    /** @param sockets file descriptors; each is named by its index in what {@link #readyIndex} returns */
    public Poller(int... sockets) {
        epoll = libC.epollCreate();
        eventFd = libC.eventfd();
        if (epoll < 0 || eventFd < 0) {
            throw new IllegalStateException("cannot create an epoll instance: errno " + libC.errno());
        }
        Memory.putNativeLong(wakeValue.address(), 1);
        add(eventFd, WAKE_TAG);
        for (int i = 0; i < sockets.length; i++) {
            add(sockets[i], i);
        }
    }

    /** Watches another socket from now on; closing it ends that. The owner's thread. */
    public void watch(int socket, int index) {
        add(socket, index);
    }

    /** Wakes for the sockets of another poller, which is asked which of them are ready. The owner's thread. */
    public void watch(Poller other) {
        add(other.epoll, other.epoll);
    }

    private void add(int fd, int tag) {
        Memory.putNativeInt(scratch.address(), EPOLLIN);
        Memory.putNativeLong(scratch.address() + DATA_OFFSET, tag);
        if (libC.epollCtl(epoll, EPOLL_CTL_ADD, fd, scratch.address()) != 0) {
            throw new IllegalStateException("epoll refused a descriptor: errno " + libC.errno());
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>They are at most 256 a call: see {@link #readyIndex}.
     */
    @Override
    public int await(int timeoutMs) {
        return take(libC.epollWait(epoll, scratch.address(), MAX_EVENTS, timeoutMs));
    }

    @Override
    public int awaitNs(long timeoutNs) {
        if (timeoutNs <= 0) {
            return await(0);
        }
        if (precise) {
            writeTimeout(timeoutNs);
            int events =
                    libC.epollWaitPrecisely(epoll, scratch.address(), MAX_EVENTS, scratch.address() + TIMESPEC_OFFSET);
            if (events >= 0 || libC.errno() == LibC.EINTR) {
                return take(events);
            }
            precise = false; // an older kernel, or a sandbox that does not know the call
        }
        return await((int) Math.min(Integer.MAX_VALUE, (timeoutNs - 1) / 1_000_000 + 1));
    }

    private void writeTimeout(long ns) {
        if (!slackIsSet) { // here and not at first: by now it is the owner who calls
            slackIsSet = true;
            libC.prctl(LibC.PR_SET_TIMERSLACK, TIMER_SLACK_NS); // refused: sleeps are 50 us longer
        }
        Memory.putNativeLong(scratch.address() + TIMESPEC_OFFSET, ns / 1_000_000_000);
        Memory.putNativeLong(scratch.address() + TIMESPEC_OFFSET + 8, ns % 1_000_000_000);
    }

    private void clearWake() {
        libC.read(eventFd, scratch.address() + COUNT_OFFSET, 8);
    }

    private int take(int events) {
        ready = 0;
        for (int i = 0; i < events; i++) {
            int tag = (int) Memory.nativeLong(scratch.address() + (long) i * EVENT_BYTES + DATA_OFFSET);
            if (tag == WAKE_TAG) {
                clearWake();
            } else {
                // Compacts in place: an event is never shorter than the index that replaces an earlier one.
                Memory.putNativeInt(scratch.address() + (long) ready * EVENT_BYTES, tag);
                ready++;
            }
        }
        return ready;
    }

    /** The index of the {@code i}th ready socket of the last {@link #await}. */
    public int readyIndex(int i) {
        return Memory.nativeInt(scratch.address() + (long) i * EVENT_BYTES);
    }

    @Override
    public synchronized void wake() {
        if (!closed) {
            wakerLibC.write(eventFd, wakeValue.address(), 8);
        }
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        libC.close(epoll);
        libC.close(eventFd);
        libC.close();
        wakerLibC.close();
        scratch.close();
        wakeValue.close();
    }
}
