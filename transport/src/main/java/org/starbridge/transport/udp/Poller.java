package org.starbridge.transport.udp;

import java.util.List;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** Sleeps in epoll, with an eventfd to be woken by; watches any number of native sockets. */
public final class Poller implements Sleeper {
    private static final int EPOLL_CTL_ADD = 1;
    private static final int EPOLLIN = 1;
    private static final int WAKE_TAG = -1;
    private static final int MAX_EVENTS = 256;

    /** {@code struct epoll_event} is packed on x86-64 only. */
    private static final int EVENT_BYTES = System.getProperty("os.arch").equals("amd64") ? 12 : 16;

    private static final int DATA_OFFSET = EVENT_BYTES - 8;

    private final LibC libC = new LibC();
    private final LibC wakerLibC = new LibC();
    private final Slab scratch = Slab.allocate(MAX_EVENTS * EVENT_BYTES + 64);
    private final Slab wakeValue = Slab.allocate(8);
    private final int epoll;
    private final int eventFd;
    private int ready;
    private boolean closed;

    /** Watches {@code sockets}; each is named by its index in what {@link #readyIndex} returns. */
    public Poller(List<NativeUdpSocket> sockets) {
        epoll = libC.epollCreate();
        eventFd = libC.eventfd();
        if (epoll < 0 || eventFd < 0) {
            throw new IllegalStateException("no file descriptor left for epoll: errno " + libC.errno());
        }
        Memory.putNativeLong(wakeValue.address(), 1);
        add(eventFd, WAKE_TAG);
        for (int i = 0; i < sockets.size(); i++) {
            add(sockets.get(i).fd(), i);
        }
    }

    private void add(int fd, int tag) {
        Memory.putNativeInt(scratch.address(), EPOLLIN);
        Memory.putNativeLong(scratch.address() + DATA_OFFSET, tag);
        if (libC.epollCtl(epoll, EPOLL_CTL_ADD, fd, scratch.address()) != 0) {
            throw new IllegalStateException("epoll refused a descriptor: errno " + libC.errno());
        }
    }

    /**
     * Sleeps for at most {@code timeoutMs}; 0 only looks.
     *
     * @return how many sockets have something to read, at most 256 a call: see {@link #readyIndex}
     */
    @Override
    public int await(int timeoutMs) {
        int events = libC.epollWait(epoll, scratch.address(), MAX_EVENTS, timeoutMs);
        ready = 0;
        for (int i = 0; i < events; i++) {
            int tag = (int) Memory.nativeLong(scratch.address() + (long) i * EVENT_BYTES + DATA_OFFSET);
            if (tag == WAKE_TAG) {
                libC.read(eventFd, scratch.address() + (long) MAX_EVENTS * EVENT_BYTES, 8);
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
