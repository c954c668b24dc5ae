package org.starbridge.jvb.config;

import static org.starbridge.jvb.config.ConfigException.requirePort;
import static org.starbridge.jvb.config.ConfigException.requirePositive;
import static org.starbridge.jvb.config.ConfigException.requireRange;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Everything an operator may set, checked: an invalid configuration can not exist. {@link #defaults()} is what holds
 * when a file sets nothing; {@link BridgeConfigLoader#embedded()} is what holds without a file.
 *
 * @param ice addresses and ports of media
 * @param rest which HTTP resources are served
 * @param publicHttp the server that clients reach
 * @param privateHttp the server that operators and the signalling side reach
 * @param webSockets the bridge channel over WebSocket
 * @param sctp the bridge channel over a data channel
 * @param health the bridge's check of itself
 * @param stats how often rates are recomputed
 * @param load how load becomes stress
 * @param expiration when idle endpoints and conferences are removed
 * @param connectionStatus when an endpoint counts as gone silent
 * @param selection what a receiver gets before it asks, and at most
 * @param dtls handshakes
 * @param srtp media encryption
 * @param keyFrames how often a source is asked for a key frame
 * @param media the workers
 * @param identity what the bridge says about itself
 * @param http what both HTTP servers take from their clients
 * @param limits how much clients may ask for
 * @param channel what the bridge channel takes from its clients
 * @param xmpp control over XMPP
 * @param shutdown how the bridge ends when it is asked to, and whether it begins drained
 * @param ssrcLimit how many SSRCs an endpoint is sent whose SSRCs are rewritten
 * @param audio silence and redundancy
 * @param speech what is made of audio levels
 * @param loadReducer how many sources receivers get in large conferences and on an overloaded bridge
 * @param connectionStats what clients are told of their connection
 */
public record BridgeConfig(
        Ice ice,
        Rest rest,
        PublicHttp publicHttp,
        PrivateHttp privateHttp,
        WebSockets webSockets,
        Sctp sctp,
        Health health,
        Stats stats,
        Load load,
        Expiration expiration,
        ConnectionStatus connectionStatus,
        SelectionConfig selection,
        Dtls dtls,
        Srtp srtp,
        KeyFrames keyFrames,
        Media media,
        Identity identity,
        Http http,
        Limits limits,
        Channel channel,
        Xmpp xmpp,
        Shutdown shutdown,
        SsrcLimit ssrcLimit,
        Audio audio,
        SpeechConfig speech,
        LoadReducerConfig loadReducer,
        ConnectionStatsConfig connectionStats) {
    public BridgeConfig {
        if (webSockets.enabled() && !publicHttp.isEnabled()) {
            throw new ConfigException(
                    "videobridge.websockets.enabled", true, "videobridge.http-servers.public.port to be set as well");
        }
    }

    /** The documented defaults, the same that {@code reference.conf} writes down. */
    public static BridgeConfig defaults() {
        return new BridgeConfig(
                new Ice(10000, true, true, true, false, List.of(), List.of(), List.of(), List.of(), List.of()),
                new Rest(false, true, true, true, true, true, false),
                new PublicHttp(Optional.empty(), -1),
                new PrivateHttp("127.0.0.1", 8080),
                new WebSockets(
                        false,
                        List.of(),
                        "default-id",
                        false,
                        false,
                        true,
                        Duration.ofSeconds(15),
                        Duration.ofSeconds(60)),
                new Sctp(true, 1),
                new Health(
                        Duration.ofMinutes(1),
                        Duration.ofSeconds(90),
                        Duration.ofSeconds(3),
                        false,
                        true,
                        Duration.ofSeconds(10)),
                new Stats(Duration.ofSeconds(5), true),
                new Load(LoadMeasurement.CPU_USAGE, 50_000, 0.9, 0.01),
                new Expiration(Duration.ofMinutes(1), Duration.ofMinutes(1)),
                new ConnectionStatus(Duration.ofSeconds(15), Duration.ofSeconds(8), Duration.ofMillis(500), 20),
                SelectionConfig.DEFAULT,
                new Dtls(Duration.ofSeconds(30), 0, 128),
                new Srtp(
                        List.of(SrtpProfile.SRTP_AEAD_AES_128_GCM, SrtpProfile.SRTP_AES128_CM_HMAC_SHA1_80),
                        SrtpCrypto.AUTO),
                new KeyFrames(
                        new RequestLimit(Duration.ofMillis(200), 3, Duration.ofSeconds(10)),
                        new RequestLimit(Duration.ofMillis(200), 1, Duration.ofMillis(200))),
                new Media(
                        0,
                        MediaIo.AUTO,
                        10 << 20,
                        4 << 20,
                        16 << 20,
                        4096,
                        1 << 30,
                        true,
                        new Gather(Duration.ofNanos(250_000), 0.3),
                        10),
                new Identity(Optional.empty(), false, Optional.empty()),
                new Http(4 << 20, 2000, 1000, 256, 1000, 20_000, Duration.ofSeconds(20), Duration.ofSeconds(30)),
                new Limits(10_000, 5_000, 64, 512, 128, 64, 100, 16, 10_000),
                new Channel(128 << 10, 20, 256, 1 << 20, Duration.ofMillis(50)),
                new Xmpp(Duration.ofSeconds(5), Optional.empty(), Map.of()),
                new Shutdown(Duration.ofHours(24), 0, Duration.ofMinutes(1), false),
                new SsrcLimit(50, 50),
                new Audio(true, 3, Audio.RedPolicy.NOOP),
                SpeechConfig.DEFAULT,
                LoadReducerConfig.DEFAULT,
                ConnectionStatsConfig.DEFAULT);
    }

    /**
     * Addresses and ports of media.
     *
     * @param udpPort the one UDP port that all workers share; 10000, which deployments open in their firewalls; 0 = any
     *     free one
     * @param advertisePrivateCandidates offer RFC 1918 and unique local addresses; true, because clients in the same
     *     network need them
     * @param useIpv6 offer IPv6 candidates; true
     * @param useLinkLocalAddresses offer IPv6 link-local candidates; true as in ice4j
     * @param loopbackCandidates offer 127.0.0.1 and ::1; false with a file, because no remote client can use them; true
     *     in the embedded default, where the Hammer and the browser run beside the bridge
     * @param allowedAddresses when not empty, only these local addresses are used
     * @param blockedAddresses these local addresses are not used
     * @param allowedInterfaces when not empty, only these network interfaces are used
     * @param blockedInterfaces these network interfaces are not used
     * @param staticMappings NATs that forward the port; none
     */
    public record Ice(
            int udpPort,
            boolean advertisePrivateCandidates,
            boolean useIpv6,
            boolean useLinkLocalAddresses,
            boolean loopbackCandidates,
            List<String> allowedAddresses,
            List<String> blockedAddresses,
            List<String> allowedInterfaces,
            List<String> blockedInterfaces,
            List<StaticMapping> staticMappings) {
        public Ice {
            requirePort("videobridge.ice.udp.port", udpPort);
            allowedAddresses = List.copyOf(allowedAddresses);
            blockedAddresses = List.copyOf(blockedAddresses);
            allowedInterfaces = List.copyOf(allowedInterfaces);
            blockedInterfaces = List.copyOf(blockedInterfaces);
            staticMappings = staticMappings.stream().distinct().toList();
            StaticMapping.requireConsistent(
                    staticMappings, useIpv6, List.copyOf(allowedAddresses), List.copyOf(blockedAddresses));
        }
    }

    /**
     * Which resources the private HTTP server has.
     *
     * @param colibri everything below {@code /colibri}; off with a file, because it controls the bridge without asking
     *     who calls; on in the embedded default, where it is the only control
     * @param health {@code /about/health}
     * @param prometheus {@code /metrics}
     * @param version {@code /about/version}
     * @param debug {@code /debug}
     * @param drain {@code /colibri/drain}
     * @param shutdown {@code /colibri/shutdown}, which needs {@code colibri}, too; off, because it ends the bridge
     */
    public record Rest(
            boolean colibri,
            boolean health,
            boolean prometheus,
            boolean version,
            boolean debug,
            boolean drain,
            boolean shutdown) {}

    /**
     * Control over XMPP.
     *
     * @param presenceInterval how often the rooms are shown the statistics; as often as rates are recomputed
     * @param whitelist the only statistics to show there; empty = all
     * @param clients by id, the properties of each account, by lower-case name; none
     */
    public record Xmpp(
            Duration presenceInterval, Optional<Set<String>> whitelist, Map<String, Map<String, String>> clients) {
        public Xmpp {
            requirePositive("videobridge.apis.xmpp-client.presence-interval", presenceInterval);
            clients = Collections.unmodifiableMap(new LinkedHashMap<>(clients));
        }

        /** Without the passwords. */
        @Override
        public String toString() {
            return "Xmpp[presenceInterval=" + presenceInterval + ", whitelist=" + whitelist + ", clients="
                    + clients.keySet() + "]";
        }
    }

    /**
     * How the bridge ends when it is asked to.
     *
     * @param gracefulMaxDuration a graceful shutdown waits for participants to leave this long at most; 24 h
     * @param gracefulMinParticipants so many may be left when it goes on; 0
     * @param shuttingDownDelay from then to the end, for the focus to move everybody away; 1 min
     * @param initialDrain whether the bridge begins drained
     */
    public record Shutdown(
            Duration gracefulMaxDuration,
            int gracefulMinParticipants,
            Duration shuttingDownDelay,
            boolean initialDrain) {
        public Shutdown {
            requirePositive("videobridge.shutdown.graceful-shutdown-max-duration", gracefulMaxDuration);
            requireRange(
                    "videobridge.shutdown.graceful-shutdown-min-participants",
                    gracefulMinParticipants,
                    0,
                    Integer.MAX_VALUE);
        }
    }

    /**
     * The HTTP server that clients reach, for the bridge channel.
     *
     * @param host the address to bind; empty = all
     * @param port -1 = no public server, the default; 0 = any free one
     */
    public record PublicHttp(Optional<String> host, int port) {
        public PublicHttp {
            requireRange("videobridge.http-servers.public.port", port, -1, 65535);
        }

        public boolean isEnabled() {
            return port >= 0;
        }
    }

    /**
     * The HTTP server for control, health and metrics.
     *
     * @param host the address to bind; 127.0.0.1, because nothing there asks for a password
     * @param port 8080; 0 = any free one; -1 = none
     */
    public record PrivateHttp(String host, int port) {
        public PrivateHttp {
            requireRange("videobridge.http-servers.private.port", port, -1, 65535);
        }

        public boolean isEnabled() {
            return port >= 0;
        }
    }

    /**
     * The bridge channel over a data channel.
     *
     * @param enabled whether endpoints that ask for SCTP get it; true: Jicofo asks for it and fails the invitation without
     * @param maxChannels data channels that one client may have open at a time; 1, the bridge channel
     */
    public record Sctp(boolean enabled, int maxChannels) {
        public Sctp {
            requireRange("videobridge.sctp.max-channels", maxChannels, 1, 1024);
        }
    }

    /**
     * The bridge channel over WebSocket.
     *
     * @param enabled whether endpoints are offered WebSocket addresses; needs the public server and a domain
     * @param domains {@code host[:port]} of each address to offer; port 0 stands for the bound public port
     * @param serverId path element that tells bridges behind one proxy apart
     * @param tls {@code wss} instead of {@code ws} in the addresses, for a proxy that ends TLS
     * @param compression permessage-deflate; false, for its memory
     * @param keepalivePings whether pings are sent, so that proxies do not close a quiet channel
     * @param keepalivePingInterval 15 s: a quarter of the idle timeout, so three may be lost
     * @param idleTimeout a channel that is silent for this long is closed; 60 s
     */
    public record WebSockets(
            boolean enabled,
            List<String> domains,
            String serverId,
            boolean tls,
            boolean compression,
            boolean keepalivePings,
            Duration keepalivePingInterval,
            Duration idleTimeout) {
        private static final String ANY_PORT = ":0";

        public WebSockets {
            domains = List.copyOf(domains);
            if (enabled && domains.isEmpty()) {
                throw new ConfigException(
                        "videobridge.websockets.domain", "nothing", "host[:port] as clients reach it");
            }
            if (!serverId.matches("[A-Za-z0-9._~-]+")) {
                throw new ConfigException(
                        "videobridge.websockets.server-id",
                        serverId,
                        "letters, digits and -._~, as it is part of a URL");
            }
            requirePositive("videobridge.websockets.keepalive-ping-interval", keepalivePingInterval);
            requirePositive("videobridge.websockets.idle-timeout", idleTimeout);
        }

        /**
         * What the addresses of bridge channels begin with, {@code ws://host:port}, once it is known which port the public
         * server got; empty when there are none to offer.
         *
         * @param boundPublicPort the public server's real port
         */
        public List<String> baseUrls(int boundPublicPort) {
            return enabled
                    ? domains.stream()
                            .map(domain -> (tls ? "wss://" : "ws://") + withPort(domain, boundPublicPort))
                            .toList()
                    : List.of();
        }

        private static String withPort(String domain, int boundPublicPort) {
            return domain.endsWith(ANY_PORT)
                    ? domain.substring(0, domain.length() - ANY_PORT.length()) + ":" + boundPublicPort
                    : domain;
        }
    }

    /**
     * The bridge's check of itself.
     *
     * @param interval between checks; 1 min
     * @param timeout a result older than this counts as failure; 90 s: one check may be half an interval late
     * @param maxCheckDuration a check that took longer counts as failure; 3 s
     * @param stickyFailures once failed, stay failed (after the first 5 minutes), for setups that replace sick bridges
     * @param requireValidAddress fail without a publicly usable address; true with a file, false in the embedded default
     * @param workerHeartbeatLimit a media worker silent for longer than this is stuck; 10 s: an idle one
     *     gives a sign of life every one to two seconds
     */
    public record Health(
            Duration interval,
            Duration timeout,
            Duration maxCheckDuration,
            boolean stickyFailures,
            boolean requireValidAddress,
            Duration workerHeartbeatLimit) {
        public Health {
            requirePositive("videobridge.health.interval", interval);
            requirePositive("videobridge.health.max-check-duration", maxCheckDuration);
            if (workerHeartbeatLimit.compareTo(Duration.ofSeconds(3)) < 0) {
                throw new ConfigException(
                        "starbridge.health.worker-heartbeat-limit", workerHeartbeatLimit, "at least 3 seconds");
            }
            if (timeout.compareTo(interval) < 0) {
                throw new ConfigException(
                        "videobridge.health.timeout", timeout, "at least health.interval, " + interval);
            }
        }
    }

    /**
     * Statistics.
     *
     * @param interval how often rates are recomputed; 5 s
     * @param jvm whether threads, heap, garbage collections and open files are among them
     */
    public record Stats(Duration interval, boolean jvm) {
        public Stats {
            requirePositive("videobridge.stats.interval", interval);
        }
    }

    /** What load is. */
    public enum LoadMeasurement {
        CPU_USAGE,
        PACKET_RATE
    }

    /**
     * How load becomes the stress level that the conference focus balances by: measured / threshold.
     *
     * @param measurement system-wide CPU use by default
     * @param packetRateThreshold packets/s, received and sent, that mean stress 1; 50,000
     * @param cpuThreshold fraction of all cores that means stress 1; 0.9: above that, delay grows fast
     * @param averageParticipantStress stress that one more participant is expected to add; only reported; 0.01
     */
    public record Load(
            LoadMeasurement measurement,
            double packetRateThreshold,
            double cpuThreshold,
            double averageParticipantStress) {
        public Load {
            String at = "videobridge.load-management.load-measurements.";
            requirePositive(at + "packet-rate.load-threshold", packetRateThreshold);
            requirePositive(at + "cpu-usage.load-threshold", cpuThreshold);
            requirePositive("videobridge.load-management.average-participant-stress", averageParticipantStress);
        }

        /** The measured value that means stress 1. */
        public double threshold() {
            return switch (measurement) {
                case CPU_USAGE -> cpuThreshold;
                case PACKET_RATE -> packetRateThreshold;
            };
        }
    }

    /**
     * When the bridge itself removes what nobody uses.
     *
     * @param timeout an endpoint or conference without activity for this long is removed; 1 min
     * @param checkInterval how often that is looked at; the timeout, unless set
     */
    public record Expiration(Duration timeout, Duration checkInterval) {
        public Expiration {
            requirePositive("videobridge.entity-expiration.timeout", timeout);
            requirePositive("videobridge.entity-expiration.check-interval", checkInterval);
        }
    }

    /**
     * What clients are told of each other's connections.
     *
     * @param firstTransferTimeout an endpoint that never sent anything is inactive after this; 15 s
     * @param maxInactivityLimit an endpoint that is silent for this long is inactive; 8 s: consent checks come every 5 s
     * @param checkInterval how often that is looked at; 500 ms
     * @param statsFilterThreshold in conferences of more endpoints, clients' statistics go only to those who see the client; 20
     */
    public record ConnectionStatus(
            Duration firstTransferTimeout,
            Duration maxInactivityLimit,
            Duration checkInterval,
            int statsFilterThreshold) {
        public ConnectionStatus {
            String at = "videobridge.ep-connection-status.";
            requirePositive(at + "first-transfer-timeout", firstTransferTimeout);
            requirePositive(at + "max-inactivity-limit", maxInactivityLimit);
            requirePositive(at + "check-interval", checkInterval);
            requireRange("videobridge.stats-filter-threshold", statsFilterThreshold, 0, 1_000_000);
        }
    }

    /**
     * DTLS handshakes.
     *
     * @param handshakeTimeout a handshake that takes longer has failed; 30 s
     * @param computingThreads handshakes that compute at the same time; 0 = half the cores, at least one: the other half
     *     stays with media
     * @param maxHandshakes handshakes in progress; more wait for their turn, and their clients repeat; 128: about 20 MB of
     *     stacks
     */
    public record Dtls(Duration handshakeTimeout, int computingThreads, int maxHandshakes) {
        public Dtls {
            requirePositive("jmt.dtls.handshake-timeout", handshakeTimeout);
            requireRange("starbridge.dtls.computing-threads", computingThreads, 0, 1024);
            requireRange("starbridge.dtls.max-handshakes", maxHandshakes, 1, 100_000);
        }

        /** {@link #computingThreads()} with 0 replaced, for a machine with so many cores. */
        public int computingThreadsFor(int cores) {
            return computingThreads > 0 ? computingThreads : Math.max(1, cores / 2);
        }
    }

    /** Protection profiles by their names in DTLS-SRTP. RFC 5764 section 4.1.2, RFC 7714 section 14.2. */
    public enum SrtpProfile {
        SRTP_AEAD_AES_128_GCM,
        SRTP_AEAD_AES_256_GCM,
        SRTP_AES128_CM_HMAC_SHA1_80,
        SRTP_AES128_CM_HMAC_SHA1_32
    }

    /** Which library encrypts media. */
    public enum SrtpCrypto {
        AUTO,
        LIBCRYPTO,
        JCE
    }

    /**
     * Media encryption.
     *
     * @param profiles offered, best first; GCM before CM, because it costs half
     * @param crypto {@code AUTO} takes libcrypto where it can be loaded, else JCE, and says which
     */
    public record Srtp(List<SrtpProfile> profiles, SrtpCrypto crypto) {
        public Srtp {
            profiles = List.copyOf(profiles);
            if (profiles.isEmpty()) {
                throw new ConfigException("jmt.srtp.protection-profiles", "[]", "at least one profile");
            }
        }
    }

    /**
     * How often requests of one kind may go out: any two are at least {@code minInterval} apart, and
     * {@code maxRequests} at most fall into any {@code maxRequestInterval}.
     *
     * @param minInterval between two requests
     * @param maxRequests per {@code maxRequestInterval}
     * @param maxRequestInterval the window
     */
    public record RequestLimit(Duration minInterval, int maxRequests, Duration maxRequestInterval) {
        public RequestLimit {
            if (minInterval.isNegative()) {
                throw new ConfigException("jmt.keyframe min-interval", minInterval, "a duration, not negative");
            }
            requireRange("jmt.keyframe max-requests", maxRequests, 1, Integer.MAX_VALUE);
            requirePositive("jmt.keyframe max-request-interval", maxRequestInterval);
        }
    }

    /**
     * How often a source is asked for a key frame: they are large, so requests are merged.
     *
     * @param perReceiver requests that one receiver causes; 200 ms apart, 3 in 10 s
     * @param perSource requests that all receivers cause together; 200 ms apart
     */
    public record KeyFrames(RequestLimit perReceiver, RequestLimit perSource) {}

    /** How datagrams reach the kernel. */
    public enum MediaIo {
        AUTO,
        NATIVE,
        NIO
    }

    /**
     * When a busy worker lets datagrams wait for company: what is read together is sent together, which is cheaper.
     *
     * @param maxWait how long a datagram waits at most; 0 = never; 250 us
     * @param fromLoad the share of its time that the worker must be busy for it, 0 to 1; 0.3
     */
    public record Gather(Duration maxWait, double fromLoad) {
        private static final Duration LONGEST_WAIT = Duration.ofMillis(20);

        public Gather {
            if (maxWait.isNegative() || maxWait.compareTo(LONGEST_WAIT) > 0) {
                throw new IllegalArgumentException(
                        "starbridge.media.gather.max-wait is " + maxWait + ": expected 0 to 20 ms");
            }
            if (!(fromLoad >= 0 && fromLoad <= 1)) {
                throw new IllegalArgumentException(
                        "starbridge.media.gather.from-load is " + fromLoad + ": expected 0 to 1");
            }
        }
    }

    /**
     * The media workers.
     *
     * @param workers 0 = one per core
     * @param io {@code AUTO} takes batched system calls where they work, else NIO, and says which
     * @param receiveBufferBytes the kernel's receive buffer of each worker's socket; 10 MiB: about 8000 packets, a second
     *     at the rate that one core can take in; the kernel may grant less, which is logged
     * @param sendBufferBytes the kernel's send buffer of each worker's socket; 4 MiB
     * @param ingressRingBytes decrypted packets that one worker keeps for its receivers and for retransmission; 16 MiB:
     *     one second at 130 Mbit/s
     * @param commandQueueSize commands that wait for one worker; more are refused as overload; 4096
     * @param nativeMemoryLimitBytes native memory from which on endpoints are refused as overload; 0 = no limit; 1 GiB
     * @param segmentation whether packets to one receiver are given to the kernel as one where it takes them; on
     * @param gather when a worker lets datagrams wait for company
     * @param othersNiceness how much nicer threads that are not media are than those that are, 0 to 19
     */
    public record Media(
            int workers,
            MediaIo io,
            int receiveBufferBytes,
            int sendBufferBytes,
            int ingressRingBytes,
            int commandQueueSize,
            int nativeMemoryLimitBytes,
            boolean segmentation,
            Gather gather,
            int othersNiceness) {
        public Media {
            requireRange("starbridge.media.workers", workers, 0, 1024);
            requireRange("ice4j.harvest.udp.receive-buffer-size", receiveBufferBytes, 4096, Integer.MAX_VALUE);
            requireRange("starbridge.media.send-buffer-size", sendBufferBytes, 4096, Integer.MAX_VALUE);
            requireRange("starbridge.media.ingress-ring-size", ingressRingBytes, 1 << 20, 1 << 30);
            requireRange("starbridge.media.command-queue-size", commandQueueSize, 16, 1 << 20);
            requireRange("starbridge.media.native-memory-limit", nativeMemoryLimitBytes, 0, Integer.MAX_VALUE);
            requireRange("starbridge.media.others-niceness", othersNiceness, 0, 19);
        }

        /** {@link #nativeMemoryLimitBytes()} with 0 replaced. */
        public long nativeMemoryLimit() {
            return nativeMemoryLimitBytes > 0 ? nativeMemoryLimitBytes : Long.MAX_VALUE;
        }

        /** {@link #workers()} with 0 replaced, for a machine with so many cores. */
        public int workersFor(int cores) {
            return workers > 0 ? workers : Math.max(1, cores);
        }
    }

    /**
     * What the bridge says about itself.
     *
     * @param region where it stands, for the selection of a near bridge; empty = not said
     * @param announceVersion whether clients are told the version when their channel opens
     * @param release the release it belongs to; empty = not said
     */
    public record Identity(Optional<String> region, boolean announceVersion, Optional<String> release) {}

    /**
     * What both HTTP servers take from their clients.
     *
     * @param maxBodyBytes the longest request body; 4 MiB: 5000 endpoints at 800 bytes
     * @param requestsPerSecond of all clients together, over time; 2000: a third of a core; ten times as many at once
     * @param requestsPerSecondPerAddress of one remote address; 1000, so that another one still gets through
     * @param maxConcurrentRequests in progress; 256: answers take a millisecond
     * @param privateMaxConnections to the private server; 1000
     * @param publicMaxConnections to the public server; 20,000: one per client, and a file descriptor each
     * @param requestTimeout from a request's first byte to its answer; 20 s: the largest body at 1.7 Mbit/s
     * @param idleTimeout of a connection on which nothing moves; 30 s
     */
    public record Http(
            int maxBodyBytes,
            int requestsPerSecond,
            int requestsPerSecondPerAddress,
            int maxConcurrentRequests,
            int privateMaxConnections,
            int publicMaxConnections,
            Duration requestTimeout,
            Duration idleTimeout) {
        public Http {
            String at = "starbridge.http.";
            requireRange(at + "max-body-size", maxBodyBytes, 1024, 16 << 20);
            requireRange(at + "requests-per-second", requestsPerSecond, 1, 1_000_000);
            requireRange(at + "requests-per-second-per-address", requestsPerSecondPerAddress, 1, 1_000_000);
            requireRange(at + "max-concurrent-requests", maxConcurrentRequests, 1, 100_000);
            requireRange(at + "private-max-connections", privateMaxConnections, 1, 1_000_000);
            requireRange(at + "public-max-connections", publicMaxConnections, 1, 1_000_000);
            requirePositive(at + "request-timeout", requestTimeout);
            requirePositive(at + "idle-timeout", idleTimeout);
        }
    }

    /**
     * How much clients may ask for: far above what a real conference needs, so that a broken or hostile client cannot fill
     * the memory.
     *
     * @param conferences at the same time; 10,000
     * @param endpointsPerConference at the same time; 5000
     * @param sourcesPerEndpoint cameras, microphones and screens; 64
     * @param ssrcsPerEndpoint over all its sources; 512: 64 sources of three encodings with retransmission are 384
     * @param payloadTypesPerEndpoint distinct numbers; 128: there are no more
     * @param headerExtensionsPerEndpoint distinct URIs; 64: browsers offer 16
     * @param candidatesPerRequest remote ICE candidates; 100
     * @param fingerprintsPerRequest certificate fingerprints; 16
     * @param sourceNamesPerMessage in one bridge channel message; 10,000
     */
    public record Limits(
            int conferences,
            int endpointsPerConference,
            int sourcesPerEndpoint,
            int ssrcsPerEndpoint,
            int payloadTypesPerEndpoint,
            int headerExtensionsPerEndpoint,
            int candidatesPerRequest,
            int fingerprintsPerRequest,
            int sourceNamesPerMessage) {
        public Limits {
            String at = "starbridge.limits.";
            requireRange(at + "conferences", conferences, 1, 1_000_000);
            requireRange(at + "endpoints-per-conference", endpointsPerConference, 1, 1_000_000);
            requireRange(at + "sources-per-endpoint", sourcesPerEndpoint, 1, 10_000);
            requireRange(at + "ssrcs-per-endpoint", ssrcsPerEndpoint, 1, 10_000);
            requireRange(at + "payload-types-per-endpoint", payloadTypesPerEndpoint, 1, 128);
            requireRange(at + "header-extensions-per-endpoint", headerExtensionsPerEndpoint, 1, 10_000);
            requireRange(at + "candidates-per-request", candidatesPerRequest, 1, 10_000);
            requireRange(at + "fingerprints-per-request", fingerprintsPerRequest, 1, 10_000);
            requireRange(at + "source-names-per-message", sourceNamesPerMessage, 1, 10_000);
        }
    }

    /**
     * What the bridge channel takes from its clients.
     *
     * @param maxMessageBytes a longer message closes the channel; 128 KiB: wishes about 1000 sources
     * @param messagesPerSecond of one client, over time; 20, and 100 at once: a client that scrolls quickly sends 10
     * @param maxPendingMessages that wait for a client that reads slowly; 256
     * @param maxPendingBytes the same, in characters; 1 MiB
     * @param publishInterval what clients wish goes to the media workers at most this often; 50 ms
     */
    public record Channel(
            int maxMessageBytes,
            int messagesPerSecond,
            int maxPendingMessages,
            int maxPendingBytes,
            Duration publishInterval) {
        public Channel {
            String at = "starbridge.channel.";
            requireRange(at + "max-message-size", maxMessageBytes, 1024, 128 << 10);
            requireRange(at + "messages-per-second", messagesPerSecond, 1, 1_000_000);
            requireRange(at + "max-pending-messages", maxPendingMessages, 1, 1_000_000);
            requireRange(at + "max-pending-size", maxPendingBytes, 1024, Integer.MAX_VALUE);
            if (publishInterval.isNegative()) {
                throw new ConfigException(at + "publish-interval", publishInterval, "a duration, not negative");
            }
        }
    }
}
