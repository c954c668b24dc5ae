package org.starbridge.transport.udp;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetSocketAddress;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one public UDP port, opened once for each media worker (SO_REUSEPORT): the kernel spreads the clients over the
 * sockets by their addresses. All of them are bound before the group exists.
 *
 * <p>SO_REUSEPORT alone would let a second process of the same user join the group and take some of our clients' packets.
 * So the port is first bound without it, which fails if anybody has it, and a lock file keeps a second bridge out between
 * that and our own bind.
 */
public final class UdpPortGroup implements AutoCloseable {
    private final List<UdpSocket> sockets;
    private final @Nullable RandomAccessFile lockFile;

    private UdpPortGroup(List<UdpSocket> sockets, @Nullable RandomAccessFile lockFile) {
        this.sockets = List.copyOf(sockets);
        this.lockFile = lockFile;
    }

    /**
     * Opens the group.
     *
     * @param local where to bind; port 0 lets the kernel choose one for all
     * @param count how many sockets; 1 where {@link UdpIo#whyNotShared} has a reason
     * @throws java.net.BindException when the port is taken; its message names the port, and the process if it is a bridge
     */
    public static UdpPortGroup open(UdpIo io, InetSocketAddress local, int count, UdpSocket.Buffers buffers)
            throws IOException {
        RandomAccessFile lockFile = local.getPort() == 0 ? null : lock(local.getPort());
        List<UdpSocket> sockets = new ArrayList<>(count);
        try {
            InetSocketAddress chosen;
            try (UdpSocket probe = io.open(local, UdpSocket.Sharing.EXCLUSIVE, buffers)) {
                chosen = new InetSocketAddress(
                        local.getAddress(), probe.localAddress().getPort());
            }
            UdpSocket.Sharing sharing = count == 1 ? UdpSocket.Sharing.EXCLUSIVE : UdpSocket.Sharing.REUSE_PORT;
            for (int i = 0; i < count; i++) {
                sockets.add(io.open(chosen, sharing, buffers));
            }
            return new UdpPortGroup(sockets, lockFile);
        } catch (IOException | RuntimeException e) {
            sockets.forEach(UdpSocket::close);
            release(lockFile);
            throw e;
        }
    }

    /** The group's sockets, one for each worker. */
    public List<UdpSocket> sockets() {
        return sockets;
    }

    private static RandomAccessFile lock(int port) throws IOException {
        Path path = Path.of(System.getProperty("java.io.tmpdir"), "starbridge-udp-" + port + ".lock");
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
        try {
            FileLock lock = file.getChannel().tryLock();
            if (lock == null) {
                String owner = Files.readString(path).strip();
                throw new java.net.BindException("UDP port " + port + " is in use by another bridge, process " + owner);
            }
            file.setLength(0);
            file.writeBytes(Long.toString(ProcessHandle.current().pid()));
            return file;
        } catch (OverlappingFileLockException e) {
            file.close();
            throw new java.net.BindException("UDP port " + port + " is in use by another bridge in this process");
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    private static void release(@Nullable RandomAccessFile lockFile) throws IOException {
        if (lockFile != null) {
            lockFile.close(); // releases the lock too
        }
    }

    @Override
    public void close() throws IOException {
        sockets.forEach(UdpSocket::close);
        release(lockFile);
    }
}
