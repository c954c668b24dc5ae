package org.starbridge.transport.platform;

import java.io.EOFException;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/**
 * A stream socket of a path on Linux, which also carries file descriptors (SCM_RIGHTS, unix(7)). Java's own channels of
 * this kind do not show their descriptor. Calls block, so it is for a thread of its own; only {@link #shutDown} may be
 * called by another one.
 */
public final class UnixSocket implements AutoCloseable {
    private static final int AF_UNIX = 1;
    private static final int SOCK_STREAM = 1;
    private static final int SO_PEERCRED = 17;
    private static final int SO_RCVTIMEO = 20;
    private static final int SO_SNDTIMEO = 21;
    private static final int SCM_RIGHTS = 1;
    private static final int MSG_NOSIGNAL = 0x4000;
    private static final int MSG_CMSG_CLOEXEC = 0x4000_0000;
    private static final int SHUT_RDWR = 2;
    private static final int MAX_PATH_BYTES = 107;
    private static final int MAX_DESCRIPTORS = 64;
    private static final int CHUNK_BYTES = 1 << 16;

    private static final int MSGHDR_BYTES = 56;
    private static final int IOV_OFFSET = MSGHDR_BYTES;
    private static final int CONTROL_OFFSET = IOV_OFFSET + 16;
    private static final int CMSG_DATA = 16;
    private static final int CONTROL_BYTES = CMSG_DATA + 4 * MAX_DESCRIPTORS;
    private static final int DATA_OFFSET = CONTROL_OFFSET + CONTROL_BYTES;

    private static final MethodHandle CONNECT = LibC.call("connect", 3);
    private static final MethodHandle LISTEN = LibC.call("listen", 2);
    private static final MethodHandle ACCEPT = LibC.call("accept4", 4);
    private static final MethodHandle SENDMSG = LibC.call("sendmsg", 3);
    private static final MethodHandle RECVMSG = LibC.call("recvmsg", 3);
    private static final MethodHandle SHUTDOWN = LibC.call("shutdown", 2);
    private static final MethodHandle GETEUID = LibC.call("geteuid", 0);

    private final LibC libC = new LibC();
    private final Slab scratch = Slab.allocate(DATA_OFFSET + CHUNK_BYTES);
    private final int fd;

    private UnixSocket(int accepted) throws IOException {
        fd = accepted >= 0 ? accepted : libC.socket(AF_UNIX, SOCK_STREAM | LibC.SOCK_CLOEXEC);
        if (fd < 0) {
            int errno = libC.errno();
            free();
            throw new IOException("cannot open a Unix socket: errno " + errno);
        }
    }

    /**
     * Connects to the process that listens at a path.
     *
     * @throws IOException if there is none
     */
    public static UnixSocket connect(Path path) throws IOException {
        UnixSocket socket = new UnixSocket(-1);
        try {
            int length = socket.writeAddress(path);
            if (call(CONNECT, socket.libC, socket.fd, socket.scratch.address(), length) != 0) {
                throw new IOException("no process listens at " + path + " (errno " + socket.libC.errno() + ")");
            }
            return socket;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /** Listens at a path, at which there is no file. */
    public static UnixSocket listen(Path path) throws IOException {
        UnixSocket socket = new UnixSocket(-1);
        try {
            int length = socket.writeAddress(path);
            if (socket.libC.bind(socket.fd, socket.scratch.address(), length) != 0
                    || call(LISTEN, socket.libC, socket.fd, 1) != 0) {
                throw new IOException("cannot listen at " + path + ": errno " + socket.libC.errno());
            }
            return socket;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private int writeAddress(Path path) throws IOException {
        byte[] bytes = path.toString().getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_PATH_BYTES) {
            throw new IOException("the path of a Unix socket has at most " + MAX_PATH_BYTES + " bytes: " + path);
        }
        Memory.fill(scratch.address(), MAX_PATH_BYTES + 3, 0);
        Memory.putNativeU16(scratch.address(), AF_UNIX);
        Memory.copyIn(bytes, 0, scratch.address() + 2, bytes.length);
        return 2 + bytes.length + 1;
    }

    /** Waits for a process that connects; fails after {@link #shutDown}. */
    public UnixSocket accept() throws IOException {
        int accepted = (int) call(ACCEPT, libC, fd, 0, 0, LibC.SOCK_CLOEXEC);
        if (accepted < 0) {
            throw new IOException("no connection: errno " + libC.errno());
        }
        return new UnixSocket(accepted);
    }

    /** Ends a call that blocks, and everything later. Any thread, before {@link #close}. */
    public void shutDown() {
        try (LibC own = new LibC()) {
            call(SHUTDOWN, own, fd, SHUT_RDWR);
        }
    }

    /** A call that blocks longer fails. */
    public void timeoutMs(int timeoutMs) throws IOException {
        Memory.putNativeLong(scratch.address(), timeoutMs / 1000);
        Memory.putNativeLong(scratch.address() + 8, timeoutMs % 1000 * 1000L);
        for (int option : new int[] {SO_RCVTIMEO, SO_SNDTIMEO}) {
            if (libC.setsockopt(fd, LibC.SOL_SOCKET, option, scratch.address(), 16) != 0) {
                throw new IOException("cannot set a time limit: errno " + libC.errno());
            }
        }
    }

    /** The user of the process at the other end, as the kernel saw it connect or listen (SO_PEERCRED). */
    public int peerUid() throws IOException {
        Memory.putNativeInt(scratch.address() + 16, 12);
        if (libC.getsockopt(fd, LibC.SOL_SOCKET, SO_PEERCRED, scratch.address(), scratch.address() + 16) != 0) {
            throw new IOException("the other end is not known: errno " + libC.errno());
        }
        return Memory.nativeInt(scratch.address() + 4); // pid, uid, gid
    }

    /** The user of this process. */
    public static int ownUid() {
        try (LibC libC = new LibC()) {
            return (int) call(GETEUID, libC);
        }
    }

    /** Sends bytes, and descriptors with the first of them; they stay open here. */
    public void write(byte[] bytes, List<Integer> descriptors) throws IOException {
        if (descriptors.size() > MAX_DESCRIPTORS) {
            throw new IOException(descriptors.size() + " descriptors: expected at most " + MAX_DESCRIPTORS);
        }
        int sent = 0;
        while (sent < bytes.length) {
            int count = Math.min(CHUNK_BYTES, bytes.length - sent);
            Memory.copyIn(bytes, sent, scratch.address() + DATA_OFFSET, count);
            prepare(count, sent == 0 ? descriptors : List.of());
            int result = (int) call(SENDMSG, libC, fd, scratch.address(), MSG_NOSIGNAL);
            if (result < 0 && libC.errno() != LibC.EINTR) {
                throw failed();
            }
            sent += Math.max(0, result);
        }
        Memory.fill(scratch.address() + DATA_OFFSET, CHUNK_BYTES, 0); // there may be keys in it
    }

    /** A {@code msghdr} with one {@code iovec}. */
    private void prepare(int bytes, List<Integer> descriptors) {
        long at = scratch.address();
        Memory.fill(at, DATA_OFFSET, 0);
        Memory.putNativeLong(at + 16, at + IOV_OFFSET);
        Memory.putNativeLong(at + 24, 1);
        Memory.putNativeLong(at + IOV_OFFSET, at + DATA_OFFSET);
        Memory.putNativeLong(at + IOV_OFFSET + 8, bytes);
        if (!descriptors.isEmpty()) {
            int length = CMSG_DATA + 4 * descriptors.size();
            Memory.putNativeLong(at + 32, at + CONTROL_OFFSET);
            Memory.putNativeLong(at + 40, (length + 7) & ~7);
            Memory.putNativeLong(at + CONTROL_OFFSET, length);
            Memory.putNativeInt(at + CONTROL_OFFSET + 8, LibC.SOL_SOCKET);
            Memory.putNativeInt(at + CONTROL_OFFSET + 12, SCM_RIGHTS);
            for (int i = 0; i < descriptors.size(); i++) {
                Memory.putNativeInt(at + CONTROL_OFFSET + CMSG_DATA + 4L * i, descriptors.get(i));
            }
        }
    }

    /**
     * Receives exactly as many bytes as the array has.
     *
     * @param descriptors takes those that come with them
     * @throws EOFException if the other end closes before
     * @throws SocketTimeoutException after {@link #timeoutMs}
     */
    public void read(byte[] bytes, List<Integer> descriptors) throws IOException {
        int got = 0;
        long at = scratch.address();
        while (got < bytes.length) {
            prepare(Math.min(CHUNK_BYTES, bytes.length - got), List.of());
            Memory.putNativeLong(at + 32, at + CONTROL_OFFSET);
            Memory.putNativeLong(at + 40, CONTROL_BYTES);
            int result = (int) call(RECVMSG, libC, fd, at, MSG_CMSG_CLOEXEC);
            if (result < 0 && libC.errno() != LibC.EINTR) {
                throw failed();
            }
            if (result == 0) {
                throw new EOFException("the other process has closed the connection");
            }
            descriptors.addAll(received());
            byte[] chunk = Memory.copyOf(at + DATA_OFFSET, Math.max(0, result));
            System.arraycopy(chunk, 0, bytes, got, chunk.length);
            got += chunk.length;
        }
        Memory.fill(at + DATA_OFFSET, CHUNK_BYTES, 0);
    }

    private List<Integer> received() {
        long control = scratch.address() + CONTROL_OFFSET;
        boolean hasSome = Memory.nativeLong(scratch.address() + 40) >= CMSG_DATA
                && Memory.nativeInt(control + 8) == LibC.SOL_SOCKET
                && Memory.nativeInt(control + 12) == SCM_RIGHTS;
        List<Integer> descriptors = new ArrayList<>();
        long count = hasSome ? (Memory.nativeLong(control) - CMSG_DATA) / 4 : 0;
        for (int i = 0; i < Math.min(count, MAX_DESCRIPTORS); i++) {
            descriptors.add(Memory.nativeInt(control + CMSG_DATA + 4L * i));
        }
        return descriptors;
    }

    private IOException failed() {
        int errno = libC.errno();
        return errno == LibC.EAGAIN
                ? new SocketTimeoutException("the other process does not answer in time")
                : new IOException("the other process cannot be reached: errno " + errno);
    }

    private static long call(MethodHandle function, LibC libC, long... arguments) {
        try {
            return switch (arguments.length) {
                case 0 -> (long) function.invokeExact(libC.capture());
                case 2 -> (long) function.invokeExact(libC.capture(), arguments[0], arguments[1]);
                case 3 -> (long) function.invokeExact(libC.capture(), arguments[0], arguments[1], arguments[2]);
                default ->
                    (long) function.invokeExact(libC.capture(), arguments[0], arguments[1], arguments[2], arguments[3]);
            };
        } catch (Throwable e) {
            throw LibC.rethrow(e);
        }
    }

    private void free() {
        libC.close();
        scratch.close();
    }

    /** Call it once. */
    @Override
    public void close() {
        libC.close(fd);
        free();
    }
}
