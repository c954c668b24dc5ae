package org.starbridge.transport.udp;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.BindException;
import java.net.InetAddress;
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
    private static final int MOST_COMMAND_CHARS = 200;

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
     * @param hosts our addresses, if {@code local} is a wildcard; see {@link UdpIo#open(InetSocketAddress, List,
     *     UdpSocket.Sharing, UdpSocket.Buffers)}
     * @param count how many sockets; 1 where {@link UdpIo#whyNotShared} has a reason
     * @throws BindException when the port is taken; its message names the port, and the process if it is a bridge
     */
    public static UdpPortGroup open(
            UdpIo io, InetSocketAddress local, List<InetAddress> hosts, int count, UdpSocket.Buffers buffers)
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
                sockets.add(io.open(chosen, hosts, sharing, buffers));
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
        Path path = lockFile(port);
        RandomAccessFile file;
        try {
            file = new RandomAccessFile(path.toFile(), "rw");
        } catch (FileNotFoundException e) {
            throw new BindException("UDP port " + port + ": the lock file " + path
                    + " belongs to somebody else's bridge, running or ended; remove it if no bridge runs: "
                    + e.getMessage());
        }
        try {
            FileLock lock = file.getChannel().tryLock();
            if (lock == null) {
                String owner = Files.readString(path).strip();
                throw new BindException("UDP port " + port + " is in use by another bridge, " + describe(owner));
            }
            file.setLength(0);
            file.writeBytes(Long.toString(ProcessHandle.current().pid()));
            return file;
        } catch (OverlappingFileLockException e) {
            file.close();
            throw new BindException("UDP port " + port + " is in use by another bridge in this process");
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    static Path lockFile(int port) {
        return Path.of(System.getProperty("java.io.tmpdir"), "starbridge-udp-" + port + ".lock");
    }

    /** The process by its number and, where we may see it, its command. */
    private static String describe(String pid) {
        if (!pid.matches("\\d{1,18}")) {
            return "whose process number is not to be read";
        }
        return "process " + pid
                + ProcessHandle.of(Long.parseLong(pid))
                        .flatMap(process -> process.info().commandLine())
                        .map(command -> " (" + abbreviated(command) + ")")
                        .orElse("");
    }

    private static String abbreviated(String command) {
        return command.length() <= MOST_COMMAND_CHARS ? command : command.substring(0, MOST_COMMAND_CHARS) + "…";
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
