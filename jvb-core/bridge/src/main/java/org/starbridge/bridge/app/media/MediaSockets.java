package org.starbridge.bridge.app.media;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.config.MediaConfig;
import org.starbridge.bridge.nat.AddressConfig;
import org.starbridge.media.worker.MediaWorkers;
import org.starbridge.transport.udp.UdpIo;
import org.starbridge.transport.udp.UdpPortGroup;
import org.starbridge.transport.udp.UdpSocket;

/** The sockets of the one public UDP port, one for each worker, and what the kernel granted them. */
final class MediaSockets implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MediaSockets.class);

    private final UdpIo io;
    private final UdpPortGroup ports;
    private final AddressConfig config;
    private volatile List<InetSocketAddress> candidates;
    private final Optional<String> whyNoRuns;

    private MediaSockets(UdpIo io, UdpPortGroup ports, AddressConfig config, List<InetAddress> hosts) {
        this.io = io;
        this.ports = ports;
        this.config = config;
        candidates = withPort(hosts);
        whyNoRuns = ports.sockets().get(0).runLimits().whyNot();
    }

    /** @throws java.net.BindException when the port is taken; the message names it */
    static MediaSockets open(BridgeConfig config) throws IOException {
        MediaConfig media = config.media().workers();
        UdpIo io = io(media.io());
        InetSocketAddress any = new InetSocketAddress(
                InetAddress.ofLiteral("::"), config.network().ice().udpPort());
        List<InetAddress> hosts = HostAddresses.of(config.network().ice());
        UdpPortGroup ports = UdpPortGroup.open(
                io,
                any,
                hosts,
                workers(media, io),
                new UdpSocket.Buffers(media.receiveBufferBytes(), media.sendBufferBytes()));
        reportBuffers(ports, media);
        chooseRuns(ports, media);
        return new MediaSockets(io, ports, config.network().ice(), hosts);
    }

    /** Those of another process, which passed them. */
    static MediaSockets adopt(BridgeConfig config, List<Integer> descriptors) throws IOException {
        UdpPortGroup ports = UdpPortGroup.adopt(descriptors);
        chooseRuns(ports, config.media().workers());
        return new MediaSockets(
                UdpIo.NATIVE,
                ports,
                config.network().ice(),
                HostAddresses.of(config.network().ice()));
    }

    /** Descriptors of the sockets, for another process; none if they have none. */
    List<Integer> descriptors() {
        return ports.descriptors();
    }

    private List<InetSocketAddress> withPort(List<InetAddress> hosts) {
        int port = port();
        return hosts.stream()
                .map(address -> new InetSocketAddress(address, port))
                .toList();
    }

    /**
     * Looks at this machine's addresses again. While there is none, the candidates stay: it is probably on its way
     * back.
     *
     * @return whether the candidates are others now
     */
    boolean refreshCandidates() throws IOException {
        if (io == UdpIo.NIO) {
            return false; // it hears only the addresses that it was bound to
        }
        List<InetAddress> hosts = HostAddresses.of(config);
        List<InetSocketAddress> now = withPort(hosts);
        boolean isFallback = hosts.stream().allMatch(InetAddress::isLoopbackAddress);
        if (isFallback || now.equals(candidates)) {
            return false;
        }
        LOG.info("the addresses of this machine have changed: {} instead of {}", now, candidates);
        candidates = now;
        return true;
    }

    private static UdpIo io(MediaConfig.Io wanted) throws IOException {
        return switch (wanted) {
            case NIO -> UdpIo.NIO;
            case AUTO -> {
                UdpIo.Choice choice = UdpIo.probe();
                choice.whyNotNative()
                        .ifPresent(reason -> LOG.warn("media uses plain NIO, which needs more CPU: {}", reason));
                yield choice.io();
            }
            case NATIVE -> {
                try {
                    yield UdpIo.requireNative();
                } catch (UnsupportedOperationException e) {
                    throw new IOException(
                            "starbridge.media.io is native, which does not work here, so set auto or nio: "
                                    + e.getMessage(),
                            e);
                }
            }
        };
    }

    private static int workers(MediaConfig config, UdpIo io) throws IOException {
        int cores = Runtime.getRuntime().availableProcessors();
        int wanted = Math.min(config.workersFor(cores), MediaWorkers.MAX_WORKERS);
        Optional<String> whyNotShared = wanted == 1 ? Optional.empty() : io.whyNotShared();
        whyNotShared.ifPresent(reason -> LOG.warn("one media worker instead of {}: {}", wanted, reason));
        return whyNotShared.isPresent() ? 1 : wanted;
    }

    private static void reportBuffers(UdpPortGroup ports, MediaConfig wanted) {
        report(
                "receive",
                "net.core.rmem_max",
                least(ports, UdpSocket::receiveBufferBytes),
                wanted.receiveBufferBytes());
        report("send", "net.core.wmem_max", least(ports, UdpSocket::sendBufferBytes), wanted.sendBufferBytes());
    }

    /** Chooses whether packets to one receiver leave as one message; the log says why not. */
    private static void chooseRuns(UdpPortGroup ports, MediaConfig config) {
        ports.sockets().forEach(socket -> socket.runLimits().maxPaddingBytes(config.segmentationPaddingBytes()));
        if (!config.segmentation()) {
            ports.sockets().forEach(socket -> socket.runLimits().turnOff("starbridge.media.segmentation is false"));
        }
        ports.sockets()
                .get(0)
                .runLimits()
                .whyNot()
                .ifPresent(reason ->
                        LOG.info("each packet is sent by a system call of its own, which needs more CPU: {}", reason));
    }

    private static void report(String which, String limit, int grantedBytes, int wantedBytes) {
        if (grantedBytes < wantedBytes) {
            LOG.warn(
                    "the kernel grants {} of {} bytes of {} buffer: bursts may be lost; raise {}",
                    grantedBytes,
                    wantedBytes,
                    which,
                    limit);
        }
    }

    private static int least(UdpPortGroup ports, ToIntFunction<UdpSocket> bytes) {
        return ports.sockets().stream().mapToInt(bytes).min().orElseThrow();
    }

    List<UdpSocket> all() {
        return ports.sockets();
    }

    UdpSocket first() {
        return ports.sockets().get(0);
    }

    /** The addresses that are offered as host candidates at the moment, best first. */
    List<InetSocketAddress> candidates() {
        return candidates;
    }

    int port() {
        return first().localAddress().getPort();
    }

    /** The smallest receive buffer that the kernel granted to a worker's socket. */
    int receiveBufferBytes() {
        return least(ports, UdpSocket::receiveBufferBytes);
    }

    /** The smallest send buffer that the kernel granted to a worker's socket. */
    int sendBufferBytes() {
        return least(ports, UdpSocket::sendBufferBytes);
    }

    /** Returns the way in which datagrams reach the kernel: {@code native} or {@code nio}. */
    String ioName() {
        return io.label();
    }

    /** Returns why packets to one receiver do not leave as one message; empty if they do. */
    Optional<String> whyNoRuns() {
        return whyNoRuns;
    }

    @Override
    public void close() {
        ports.close();
    }
}
