package org.starbridge.bridge.app;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.config.Audio;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.config.ConfigException;
import org.starbridge.bridge.config.KeyFrameConfig;
import org.starbridge.bridge.config.MediaConfig;
import org.starbridge.bridge.config.PublicAddressConfig;
import org.starbridge.bridge.config.SrtpConfig;
import org.starbridge.bridge.nat.Ec2Metadata;
import org.starbridge.bridge.nat.PublicAddresses;
import org.starbridge.bridge.nat.StaticMappings;
import org.starbridge.bridge.nat.StunMapping;
import org.starbridge.media.api.ErrorHandler;
import org.starbridge.media.endpoint.DtlsKeyAgreement;
import org.starbridge.media.endpoint.IceRestartTimes;
import org.starbridge.media.forward.RetransmissionLimits;
import org.starbridge.media.runner.MediaThread;
import org.starbridge.media.source.AudioPolicy;
import org.starbridge.media.source.KeyFrameLimit;
import org.starbridge.media.source.KeyFrameLimits;
import org.starbridge.media.speech.SpeechRouting;
import org.starbridge.media.speech.SpeechSink;
import org.starbridge.media.worker.MediaWorkers;
import org.starbridge.media.worker.WorkerSettings;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.dtls.DtlsHandshakes;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.ice.IceConfig;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpProfile;
import org.starbridge.transport.udp.UdpIo;
import org.starbridge.transport.udp.UdpPortGroup;
import org.starbridge.transport.udp.UdpSocket;

/** Sockets, keys, workers and their threads, started and stopped together. */
final class MediaStack implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MediaStack.class);

    private final UdpIo io;
    private final UdpPortGroup ports;
    private final Optional<String> whyNoRuns;
    private final DtlsHandshakes handshakes;
    private final MediaWorkers workers;
    private final List<MediaThread> threads = new ArrayList<>();
    private final SrtpCrypto crypto;
    private final List<SrtpProfile> profiles;
    private final PublicAddresses publicAddresses;

    private MediaStack(
            UdpIo io,
            UdpPortGroup ports,
            DtlsHandshakes handshakes,
            MediaWorkers workers,
            SrtpCrypto crypto,
            List<SrtpProfile> profiles,
            PublicAddresses publicAddresses) {
        this.io = io;
        this.ports = ports;
        whyNoRuns = ports.sockets().get(0).runLimits().whyNot();
        this.handshakes = handshakes;
        this.workers = workers;
        this.crypto = crypto;
        this.profiles = profiles;
        this.publicAddresses = publicAddresses;
    }

    /** Runs tasks of some microseconds that wait for nothing. Any thread. */
    void runShortTask(Runnable task) {
        handshakes.execute(task);
    }

    /** What workers do when somebody joins, done beforehand; takes about half a second. */
    void rehearse(DtlsIdentity identity) {
        Thread rehearsal = Thread.ofPlatform().name("media-rehearsal").unstarted(() -> {
            if (!MediaWarmup.run(profiles, identity, crypto)) {
                LOG.warn("a rehearsal of handshakes failed: endpoints may not be able to connect");
            }
        });
        rehearsal.start();
        try {
            rehearsal.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Opens the port and starts the workers. */
    static MediaStack start(BridgeConfig config, SecureRandom random, ErrorHandler errors, SpeechSink speech)
            throws IOException {
        UdpIo io = io(config.media().io());
        int count = workers(config, io);
        SrtpCrypto crypto = crypto(config.srtp().crypto());
        InetSocketAddress any =
                new InetSocketAddress(InetAddress.ofLiteral("::"), config.ice().udpPort());
        List<InetAddress> hosts = HostAddresses.of(config.ice());
        UdpPortGroup ports = UdpPortGroup.open(
                io,
                any,
                hosts,
                count,
                new UdpSocket.Buffers(
                        config.media().receiveBufferBytes(), config.media().sendBufferBytes()));
        try {
            return start(config, random, crypto, io, hosts, ports, errors, speech);
        } catch (RuntimeException e) {
            ports.close();
            throw e;
        }
    }

    private static MediaStack start(
            BridgeConfig config,
            SecureRandom random,
            SrtpCrypto crypto,
            UdpIo io,
            List<InetAddress> hosts,
            UdpPortGroup ports,
            ErrorHandler errors,
            SpeechSink speech) {
        reportBuffers(ports, config.media());
        chooseRuns(ports, config.media());
        int port = ports.sockets().get(0).localAddress().getPort();
        List<InetSocketAddress> candidates = hosts.stream()
                .map(address -> new InetSocketAddress(address, port))
                .toList();
        DtlsHandshakes handshakes = new DtlsHandshakes(
                config.dtls().computingThreadsFor(Runtime.getRuntime().availableProcessors()),
                config.dtls().maxHandshakes(),
                config.dtls().handshakeTimeout());
        PublicAddresses publicAddresses =
                new PublicAddresses(candidates, StaticMappings.of(config.ice().staticMappings(), candidates));
        List<SrtpProfile> profiles = profiles(config.srtp());
        MediaWorkers workers = new MediaWorkers(
                new WorkerSettings(
                        crypto,
                        DtlsKeyAgreement.factory(handshakes, profiles),
                        IceConfig.defaults(),
                        random,
                        candidates,
                        Long.highestOneBit(config.media().ingressRingBytes()),
                        config.media().commandQueueSize(),
                        new KeyFrameLimits(
                                limit(config.keyFrames().perReceiver()),
                                limit(config.keyFrames().perSource())),
                        RetransmissionLimits.DEFAULT,
                        audio(config.audio()),
                        new IceRestartTimes(
                                config.iceSession().transitionWindow().toNanos(),
                                config.iceSession().restartTimeout().toNanos()),
                        () -> config.media().nativeMemoryLimit() - Slab.liveBytes(),
                        errors),
                ports.sockets(),
                publicAddresses::mapped,
                new SpeechRouting(ComponentConfigs.speechSettings(config.speech()), speech));
        MediaStack stack = new MediaStack(io, ports, handshakes, workers, crypto, profiles, publicAddresses);
        for (int i = 0; i < ports.sockets().size(); i++) {
            stack.threads.add(
                    MediaThread.start(workers.workers().get(i), ports.sockets().get(i), errors));
        }
        stack.askForPublicAddresses(config.publicAddresses(), random);
        return stack;
    }

    /** Asks in the background how we are known beyond a NAT: early, so that the first conference finds the answer. */
    private void askForPublicAddresses(PublicAddressConfig config, RandomGenerator random) {
        if (!config.stunServers().isEmpty()) {
            List<InetAddress> hosts = workers.localAddresses().stream()
                    .map(InetSocketAddress::getAddress)
                    .toList();
            publicAddresses.ask(new StunMapping(config.stunServers(), hosts, random));
        }
        if (config.asksEc2() || config.isEc2()) {
            publicAddresses.ask(new Ec2Metadata(config.isEc2()));
        }
    }

    private static UdpIo io(MediaConfig.Io wanted) throws IOException {
        return switch (wanted) {
            case NIO -> UdpIo.NIO;
            case AUTO -> {
                UdpIo.Choice choice = UdpIo.probe();
                choice.whyNotNative()
                        .ifPresent(reason -> LOG.warn("media takes plain NIO, which costs more: {}", reason));
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

    private static int workers(BridgeConfig config, UdpIo io) throws IOException {
        int cores = Runtime.getRuntime().availableProcessors();
        int wanted = Math.min(config.media().workersFor(cores), MediaWorkers.MAX_WORKERS);
        Optional<String> whyNotShared = wanted == 1 ? Optional.empty() : io.whyNotShared();
        whyNotShared.ifPresent(reason -> LOG.warn("one media worker instead of {}: {}", wanted, reason));
        return whyNotShared.isPresent() ? 1 : wanted;
    }

    private static KeyFrameLimit limit(KeyFrameConfig.RequestLimit config) {
        return new KeyFrameLimit(
                config.minInterval().toNanos(),
                Math.min(config.maxRequests(), KeyFrameLimit.MOST_REQUESTS),
                config.maxRequestInterval().toNanos());
    }

    private static SrtpCrypto crypto(SrtpConfig.Crypto wanted) {
        return switch (wanted) {
            case AUTO -> {
                SrtpCrypto.whyNotLibcrypto()
                        .ifPresent(reason -> LOG.warn(
                                "media is encrypted in plain Java, which costs about twice as much: {}", reason));
                yield SrtpCrypto.probe();
            }
            case LIBCRYPTO -> {
                SrtpCrypto.whyNotLibcrypto().ifPresent(reason -> {
                    throw new ConfigException("starbridge.srtp.crypto", "libcrypto", "auto or jce, because " + reason);
                });
                yield SrtpCrypto.libcrypto();
            }
            case JCE -> SrtpCrypto.jce();
        };
    }

    private static List<SrtpProfile> profiles(SrtpConfig config) {
        List<SrtpProfile> profiles = new ArrayList<>();
        for (SrtpConfig.Profile wanted : config.profiles()) {
            switch (wanted) {
                case SRTP_AEAD_AES_128_GCM -> profiles.add(SrtpProfile.AEAD_AES_128_GCM);
                case SRTP_AEAD_AES_256_GCM -> profiles.add(SrtpProfile.AEAD_AES_256_GCM);
                case SRTP_AES128_CM_HMAC_SHA1_80 -> profiles.add(SrtpProfile.AES128_CM_HMAC_SHA1_80);
                case SRTP_AES128_CM_HMAC_SHA1_32 ->
                    LOG.warn("jmt.srtp.protection-profiles: {} is not supported and is not offered", wanted);
            }
        }
        return profiles;
    }

    private static void reportBuffers(UdpPortGroup ports, MediaConfig wanted) {
        report(
                "receive",
                "net.core.rmem_max",
                least(ports, UdpSocket::receiveBufferBytes),
                wanted.receiveBufferBytes());
        report("send", "net.core.wmem_max", least(ports, UdpSocket::sendBufferBytes), wanted.sendBufferBytes());
    }

    /** Whether packets to one receiver leave as one message; the log says why not. */
    private static void chooseRuns(UdpPortGroup ports, MediaConfig config) {
        ports.sockets().forEach(socket -> socket.runLimits().maxPaddingBytes(config.segmentationPaddingBytes()));
        if (!config.segmentation()) {
            ports.sockets().forEach(socket -> socket.runLimits().turnOff("starbridge.media.segmentation is false"));
        }
        ports.sockets()
                .get(0)
                .runLimits()
                .whyNot()
                .ifPresent(reason -> LOG.info("each packet is sent on its own, which costs more: {}", reason));
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

    private static AudioPolicy audio(Audio audio) {
        return new AudioPolicy(
                audio.discardSilence() ? audio.forwardedSilencePackets() : AudioPolicy.ALL,
                audio.red() == Audio.RedPolicy.STRIP);
    }

    private static int least(UdpPortGroup ports, ToIntFunction<UdpSocket> bytes) {
        return ports.sockets().stream().mapToInt(bytes).min().orElseThrow();
    }

    /** The smallest receive buffer that the kernel granted to a worker's socket. */
    int receiveBufferBytes() {
        return least(ports, UdpSocket::receiveBufferBytes);
    }

    /** The smallest send buffer that the kernel granted to a worker's socket. */
    int sendBufferBytes() {
        return least(ports, UdpSocket::sendBufferBytes);
    }

    /** How we are known beyond a NAT. */
    PublicAddresses publicAddresses() {
        return publicAddresses;
    }

    MediaWorkers workers() {
        return workers;
    }

    /** The workers' threads, to be watched. */
    List<MediaThread> threads() {
        return List.copyOf(threads);
    }

    /** Handshakes refused since the start, because too many were under way. */
    int certificatesRefused() {
        return handshakes.refusedCertificates();
    }

    int handshakesRefused() {
        return handshakes.refused();
    }

    /** How datagrams reach the kernel: {@code native} or {@code nio}. */
    String ioName() {
        return io.label();
    }

    /** Why packets to one receiver do not leave as one message; empty if they do. Of the start: later refusals are counted. */
    Optional<String> whyNoRuns() {
        return whyNoRuns;
    }

    /** How many workers there are, each with a thread and a socket. */
    int workerCount() {
        return ports.sockets().size();
    }

    /** How media is encrypted, for people. */
    String cryptoName() {
        return crypto.name();
    }

    /** The public UDP port. */
    int port() {
        return ports.sockets().get(0).localAddress().getPort();
    }

    @Override
    public void close() {
        publicAddresses.close();
        handshakes.close();
        threads.forEach(MediaThread::close);
        workers.close();
        ports.close();
    }
}
