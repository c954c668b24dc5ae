package org.starbridge.transport.udp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.platform.Sleeper;

/**
 * The ways to get datagrams from and to the kernel. One is chosen at start, for the whole process.
 *
 * <p>The native way is tried before it is offered, with a datagram to ourselves: a C library may lack a call, a sandbox
 * may refuse it, or a structure may be laid out otherwise than we think. Nothing but the native classes themselves
 * touches the C library's symbols, so choosing NIO works where they are missing.
 */
public enum UdpIo {
    /** Linux's batched system calls, through the foreign function API. */
    NATIVE("native"),
    /** Plain Java: one system call per datagram, on every system, without kernel receive times and drop counts. */
    NIO("nio");

    private static final int TRIAL_TIMEOUT_MS = 2000;
    private static final int TRIAL_BUFFER_BYTES = 65536;

    private final String label;

    UdpIo(String label) {
        this.label = label;
    }

    /** A way that works here, and why no better one does. */
    public record Choice(UdpIo io, Optional<String> whyNotNative) {}

    /** Something that works or throws. */
    @FunctionalInterface
    interface Trial {
        void run() throws IOException;
    }

    /** The native way where it works, else NIO with the reason. */
    public static Choice probe() {
        return choose(UdpIo::tryNative);
    }

    static Choice choose(Trial nativeTrial) {
        Optional<String> missing = missing(nativeTrial);
        return new Choice(missing.isEmpty() ? NATIVE : NIO, missing);
    }

    /**
     * The native way, where it was asked for by name.
     *
     * @throws UnsupportedOperationException when it does not work here; the message says why
     */
    public static UdpIo requireNative() {
        return require(UdpIo::tryNative);
    }

    static UdpIo require(Trial nativeTrial) {
        missing(nativeTrial).ifPresent(reason -> {
            throw new UnsupportedOperationException(reason);
        });
        return NATIVE;
    }

    private static Optional<String> missing(Trial nativeTrial) {
        try {
            nativeTrial.run();
            return Optional.empty();
        } catch (ExceptionInInitializerError e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            return Optional.of(
                    cause instanceof NoSuchElementException
                            ? "the C library lacks a function: " + cause.getMessage()
                            : "the C library cannot be called: " + cause);
        } catch (LinkageError | RuntimeException e) {
            return Optional.of("the C library cannot be called: " + e);
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static void tryNative() throws IOException {
        String system = System.getProperty("os.name");
        if (!system.equals("Linux")) {
            throw new IOException("batched system calls need Linux, and this is " + system);
        }
        UdpSocket.Buffers buffers = new UdpSocket.Buffers(TRIAL_BUFFER_BYTES, TRIAL_BUFFER_BYTES);
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (UdpSocket socket = NativeUdpSocket.open(anyPort, UdpSocket.Sharing.EXCLUSIVE, buffers);
                Sleeper sleeper = socket.sleeper()) {
            sendToItself(socket, sleeper);
        }
    }

    /**
     * Checks that one datagram comes back with its length, content and sender: all calls and layouts that we depend on.
     */
    static void sendToItself(UdpSocket socket, Sleeper sleeper) throws IOException {
        long content = 0x5354_4152_4252_4447L;
        try (SendBatch sent = new SendBatch(1);
                ReceiveBatch received = new ReceiveBatch(1);
                Slab destination = Slab.allocate(SocketAddresses.SIZE_BYTES)) {
            socket.writeDestination(destination.address(), socket.localAddress());
            Memory.putNativeLong(sent.slot(), content);
            sent.commit(8, destination.address());
            if (socket.send(sent) != 1) {
                throw new IOException("the self-test cannot send a datagram");
            }
            sleeper.await(TRIAL_TIMEOUT_MS);
            if (socket.receive(received) != 1
                    || received.lengthBytes(0) != 8
                    || Memory.nativeLong(received.address(0)) != content
                    || !SocketAddresses.read(received.remote(0)).equals(socket.localAddress())) {
                throw new IOException("the self-test's datagram did not arrive unchanged");
            }
        }
    }

    /**
     * Opens and binds a socket.
     *
     * @param local a wildcard address hears every local address, IPv4 and IPv6 where the machine has both; port 0 is
     *     any
     * @param buffers the kernel buffers to ask for; see {@link UdpSocket#receiveBufferBytes()} for what was granted
     * @throws java.net.BindException when the port is taken
     */
    public UdpSocket open(InetSocketAddress local, UdpSocket.Sharing sharing, UdpSocket.Buffers buffers)
            throws IOException {
        return open(local, List.of(), sharing, buffers);
    }

    /**
     * The same, where a wildcard is to know which of our addresses a datagram came to, and to send from a given one.
     * The native way always does; NIO needs the addresses, and then hears these only.
     *
     * @param hosts our addresses, best first; empty = NIO hears all and knows none
     */
    public UdpSocket open(
            InetSocketAddress local, List<InetAddress> hosts, UdpSocket.Sharing sharing, UdpSocket.Buffers buffers)
            throws IOException {
        return switch (this) {
            case NATIVE -> NativeUdpSocket.open(local, sharing, buffers);
            case NIO -> NioUdpSocket.open(local, hosts, sharing, buffers);
        };
    }

    /**
     * Returns why several sockets cannot share one port here; empty if they can. Others than Linux may have
     * SO_REUSEPORT too, but give all datagrams to one of the sockets.
     */
    public Optional<String> whyNotShared() throws IOException {
        if (this == NATIVE) {
            return Optional.empty();
        }
        try (DatagramChannel channel = DatagramChannel.open()) {
            boolean known = channel.supportedOptions().contains(StandardSocketOptions.SO_REUSEPORT);
            return whyNotShared(System.getProperty("os.name"), known);
        }
    }

    static Optional<String> whyNotShared(String system, boolean hasReusePort) {
        return hasReusePort && system.equals("Linux")
                ? Optional.empty()
                : Optional.of(system + " does not spread clients over sockets of one port (SO_REUSEPORT)");
    }

    /** Returns why sockets do not send GSO batches as one here ({@link GsoLimits}); empty if they do. Tried once. */
    public Optional<String> whyNoRuns() {
        return this == NATIVE ? GsoProbe.WHY_NOT : Optional.of(NioUdpSocket.NO_RUNS);
    }

    /** Its name in configuration and statistics. */
    public String label() {
        return label;
    }
}
