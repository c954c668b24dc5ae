package org.starbridge.transport.platform;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import org.starbridge.rtp.memory.Slab;

/**
 * The C library's calls that datagram I/O needs, as one object per thread because each holds that thread's
 * {@code errno}. Pointers are plain longs. No call is marked critical: a system call may block a safepoint for its
 * whole length.
 */
public final class LibC implements AutoCloseable, SendMmsg {
    public static final int SOL_SOCKET = 1;
    public static final int SO_SNDBUF = 7;
    public static final int SO_RCVBUF = 8;
    public static final int SO_REUSEPORT = 15;
    public static final int SO_RCVBUFFORCE = 33;
    public static final int SO_SNDBUFFORCE = 32;
    public static final int SO_TIMESTAMPNS = 35;
    public static final int SO_RXQ_OVFL = 40;
    public static final int SO_MEMINFO = 55;
    public static final int IPPROTO_IP = 0;
    public static final int IP_PKTINFO = 8;
    public static final int IPPROTO_IPV6 = 41;
    public static final int IPV6_V6ONLY = 26;
    public static final int IPV6_RECVPKTINFO = 49;
    public static final int IPV6_PKTINFO = 50;
    public static final int SOL_UDP = 17;
    public static final int UDP_SEGMENT = 103;
    public static final int SOCK_DGRAM = 2;
    public static final int SOCK_NONBLOCK = 0x800;
    public static final int SOCK_CLOEXEC = 0x80000;
    public static final int MSG_TRUNC = 0x20;
    public static final int MSG_DONTWAIT = 0x40;
    public static final int PR_SET_TIMERSLACK = 29;
    public static final int EINTR = 4;
    public static final int EIO = 5;
    public static final int EAGAIN = 11;
    public static final int EINVAL = 22;
    public static final int EMSGSIZE = 90;
    public static final int ENOPROTOOPT = 92;
    public static final int EOPNOTSUPP = 95;
    public static final int EADDRINUSE = 98;
    public static final int ENOBUFS = 105;
    public static final int ECONNREFUSED = 111;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout CAPTURE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = CAPTURE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private static final MethodHandle SOCKET = call("socket", 3);
    private static final MethodHandle BIND = call("bind", 3);
    private static final MethodHandle GETSOCKNAME = call("getsockname", 3);
    private static final MethodHandle SETSOCKOPT = call("setsockopt", 5);
    private static final MethodHandle GETSOCKOPT = call("getsockopt", 5);
    private static final MethodHandle CLOSE = call("close", 1);
    private static final MethodHandle RECVMMSG = call("recvmmsg", 5);
    private static final MethodHandle SENDMMSG = call("sendmmsg", 4);
    private static final MethodHandle EPOLL_CREATE1 = call("epoll_create1", 1);
    private static final MethodHandle EPOLL_CTL = call("epoll_ctl", 4);
    private static final MethodHandle EPOLL_WAIT = call("epoll_wait", 4);
    /** Since Linux 5.11 and glibc 2.35. */
    private static final Optional<MethodHandle> EPOLL_PWAIT2 = optional("epoll_pwait2", 5);

    private static final MethodHandle EPOLL_WAIT_PRECISELY = EPOLL_PWAIT2.orElse(EPOLL_WAIT);
    private static final MethodHandle PRCTL = LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("prctl"),
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG),
            Linker.Option.firstVariadicArg(1),
            Linker.Option.captureCallState("errno"));
    private static final MethodHandle EVENTFD = call("eventfd", 2);
    private static final MethodHandle READ = call("read", 3);
    private static final MethodHandle WRITE = call("write", 3);
    /**
     * Without {@code errno}, which makes an object of each call that is too rare to be compiled; it fails only if the
     * clock is unknown.
     */
    private static final MethodHandle CLOCK_GETTIME =
            LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow("clock_gettime"), IntegerDescriptors.of(2));

    private final Slab slab = Slab.allocate(CAPTURE.byteSize());
    private final MemorySegment capture =
            MemorySegment.ofAddress(slab.address()).reinterpret(CAPTURE.byteSize());

    static MethodHandle call(String name, int parameters) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name),
                IntegerDescriptors.of(parameters),
                Linker.Option.captureCallState("errno"));
    }

    private static Optional<MethodHandle> optional(String name, int parameters) {
        return LINKER.defaultLookup().find(name).isPresent() ? Optional.of(call(name, parameters)) : Optional.empty();
    }

    /** Where the calls of other classes leave {@code errno}. */
    MemorySegment capture() {
        return capture;
    }

    /** The error number of this object's last call that failed. */
    @Override
    public int errno() {
        return (int) ERRNO.get(capture, 0L);
    }

    public int socket(int domain, int type) {
        try {
            return (int) (long) SOCKET.invokeExact(capture, (long) domain, (long) type, 0L);
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    public int bind(int fd, long address, int lengthBytes) {
        try {
            return (int) (long) BIND.invokeExact(capture, (long) fd, address, (long) lengthBytes);
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    public int getsockname(int fd, long address, long lengthAddress) {
        try {
            return (int) (long) GETSOCKNAME.invokeExact(capture, (long) fd, address, lengthAddress);
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    public int setsockopt(int fd, int level, int option, long value, int lengthBytes) {
        try {
            return (int) (long)
                    SETSOCKOPT.invokeExact(capture, (long) fd, (long) level, (long) option, value, (long) lengthBytes);
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    public int getsockopt(int fd, int level, int option, long value, long lengthAddress) {
        try {
            return (int) (long)
                    GETSOCKOPT.invokeExact(capture, (long) fd, (long) level, (long) option, value, lengthAddress);
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    public int close(int fd) {
        try {
            return (int) (long) CLOSE.invokeExact(capture, (long) fd);
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    public int recvmmsg(int fd, long messages, int count) {
        try {
            return (int)
                    (long) RECVMMSG.invokeExact(capture, (long) fd, messages, (long) count, (long) MSG_DONTWAIT, 0L);
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    @Override
    public int sendmmsg(int fd, long messages, int count) {
        try {
            return (int) (long) SENDMMSG.invokeExact(capture, (long) fd, messages, (long) count, (long) MSG_DONTWAIT);
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    int epollCreate() {
        try {
            return (int) (long) EPOLL_CREATE1.invokeExact(capture, (long) SOCK_CLOEXEC);
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    int epollCtl(int epoll, int operation, int fd, long event) {
        try {
            return (int) (long) EPOLL_CTL.invokeExact(capture, (long) epoll, (long) operation, (long) fd, event);
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    int epollWait(int epoll, long events, int maxEvents, int timeoutMs) {
        try {
            return (int)
                    (long) EPOLL_WAIT.invokeExact(capture, (long) epoll, events, (long) maxEvents, (long) timeoutMs);
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    /** Returns whether the C library has {@link #epollWaitPrecisely}; the kernel may still not know it. */
    static boolean hasPreciseEpoll() {
        return EPOLL_PWAIT2.isPresent();
    }

    /** As {@link #epollWait}, with a {@code timespec} at {@code timeout}. */
    int epollWaitPrecisely(int epoll, long events, int maxEvents, long timeout) {
        try {
            return (int) (long)
                    EPOLL_WAIT_PRECISELY.invokeExact(capture, (long) epoll, events, (long) maxEvents, timeout, 0L);
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    /** {@code prctl} with one argument, for the calling thread. */
    int prctl(int option, long argument) {
        try {
            return (int) PRCTL.invokeExact(capture, option, argument);
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    int eventfd() {
        try {
            return (int) (long) EVENTFD.invokeExact(capture, 0L, (long) (SOCK_NONBLOCK | SOCK_CLOEXEC));
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    long read(int fd, long buffer, long lengthBytes) {
        try {
            return (long) READ.invokeExact(capture, (long) fd, buffer, lengthBytes);
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    long write(int fd, long buffer, long lengthBytes) {
        try {
            return (long) WRITE.invokeExact(capture, (long) fd, buffer, lengthBytes);
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    /** {@code clock_gettime(CLOCK_REALTIME)} into a {@code timespec} at {@code address}. */
    public int realtime(long address) {
        try {
            return (int) (long) CLOCK_GETTIME.invokeExact(0L, address);
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    static RuntimeException rethrow(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return new IllegalStateException("a call into the C library failed before it began", e);
    }

    @Override
    public void close() {
        slab.close();
    }
}
