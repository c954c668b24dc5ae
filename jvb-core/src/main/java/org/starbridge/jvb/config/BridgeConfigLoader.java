package org.starbridge.jvb.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@link BridgeConfig}: overrides (system properties) before the operator's file before {@code reference.conf};
 * without a file, {@code embedded.conf} takes its place.
 *
 * <p>The two resources lie in this package, not at the root of the class path, where libraries put a
 * {@code reference.conf} of their own. Unknown keys are ignored: stock deployments write many that nobody reads any more.
 */
public final class BridgeConfigLoader {
    private static final List<String> ROOTS = List.of("videobridge", "jmt", "ice4j", "starbridge");

    private BridgeConfigLoader() {}

    /** The embedded default, overridden by this process's system properties. */
    public static BridgeConfig embedded() {
        return embedded(System.getProperties());
    }

    /**
     * The embedded default: a bridge that works on this machine at once and needs no other program.
     *
     * @param overrides key → value, as system properties are; what is not below our roots is ignored
     * @throws ConfigException when an override is malformed
     */
    public static BridgeConfig embedded(Properties overrides) {
        return map(reader(resource("embedded.conf"), "embedded default", overrides));
    }

    /** The operator's file over the documented defaults, overridden by this process's system properties. */
    public static BridgeConfig fromFile(Path file) {
        return fromFile(file, System.getProperties());
    }

    /**
     * The operator's file over the documented defaults.
     *
     * @param file HOCON; relative includes are looked for beside it and may be absent
     * @param overrides key → value, as system properties are; what is not below our roots is ignored
     * @throws ConfigException when the file can not be read or parsed, or a value in it is malformed
     */
    public static BridgeConfig fromFile(Path file, Properties overrides) {
        return map(reader(parse(file), file.toString(), overrides));
    }

    /**
     * What this process was asked for: the file named on its command line, else the one named by the system property
     * {@code config.file}, else the embedded default.
     *
     * @param file from the command line; null when there is none
     * @param overrides system properties
     */
    public static BridgeConfig load(@Nullable Path file, Properties overrides) {
        String named = overrides.getProperty("config.file");
        if (file != null) {
            return fromFile(file, overrides);
        }
        return named == null ? embedded(overrides) : fromFile(Path.of(named), overrides);
    }

    static ConfigReader reader(Config chosen, String name, Properties overrides) {
        Config merged = ConfigFactory.parseProperties(ours(overrides))
                .withFallback(chosen)
                .withFallback(resource("reference.conf"));
        try {
            return new ConfigReader(merged.resolve());
        } catch (com.typesafe.config.ConfigException e) {
            throw new ConfigException(name, "unresolved", "every ${…} to have a value: " + e.getMessage(), e);
        }
    }

    private static Config parse(Path file) {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new ConfigException("configuration file", file, "a readable file");
        }
        try {
            // Whatever the file is called, it is HOCON: .json and .properties are read by its rules, too.
            return ConfigFactory.parseFile(
                    file.toFile(), ConfigParseOptions.defaults().setSyntax(ConfigSyntax.CONF));
        } catch (com.typesafe.config.ConfigException e) {
            throw new ConfigException("configuration file", file, "HOCON: " + e.getMessage(), e);
        }
    }

    static Config resource(String name) {
        try (InputStream bytes = BridgeConfigLoader.class.getResourceAsStream(name)) {
            if (bytes == null) {
                throw new IllegalStateException("resource " + name + " is missing from the jar");
            }
            Reader text = new InputStreamReader(bytes, StandardCharsets.UTF_8);
            return ConfigFactory.parseReader(text, ConfigParseOptions.defaults().setOriginDescription(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Properties ours(Properties all) {
        Properties ours = new Properties();
        Set<String> names = all.stringPropertyNames();
        for (String name : names) {
            int dot = name.indexOf('.');
            if (dot > 0 && ROOTS.contains(name.substring(0, dot))) {
                ours.setProperty(name, all.getProperty(name));
            }
        }
        return ours;
    }

    static BridgeConfig map(ConfigReader in) {
        return new BridgeConfig(
                ice(in),
                rest(in),
                publicHttp(in),
                privateHttp(in),
                webSockets(in),
                sctp(in),
                health(in),
                stats(in),
                load(in),
                expiration(in),
                connectionStatus(in),
                SelectionConfig.read(in),
                dtls(in),
                srtp(in),
                keyFrames(in),
                media(in),
                identity(in),
                http(in),
                limits(in),
                channel(in),
                xmpp(in),
                shutdown(in),
                new SsrcLimit(in.integer("videobridge.ssrc-limit.video"), in.integer("videobridge.ssrc-limit.audio")),
                audio(in),
                SpeechConfig.read(in),
                LoadReducerConfig.read(in),
                ConnectionStatsConfig.read(in));
    }

    private static BridgeConfig.Ice ice(ConfigReader in) {
        int udpPort = in.integer("videobridge.ice.udp.port");
        return new BridgeConfig.Ice(
                udpPort,
                in.flag("videobridge.ice.advertise-private-candidates"),
                in.flag("ice4j.harvest.use-ipv6"),
                in.flag("ice4j.harvest.use-link-local-addresses"),
                in.flag("starbridge.ice.loopback-candidates"),
                in.texts("ice4j.harvest.allowed-addresses"),
                in.texts("ice4j.harvest.blocked-addresses"),
                in.texts("ice4j.harvest.allowed-interfaces"),
                in.texts("ice4j.harvest.blocked-interfaces"),
                in.objects(StaticMapping.KEY).stream()
                        .map(each -> StaticMapping.read(each, udpPort))
                        .toList());
    }

    private static BridgeConfig.Rest rest(ConfigReader in) {
        return new BridgeConfig.Rest(
                in.flag("videobridge.apis.rest.enabled"),
                in.flag("videobridge.rest.health.enabled"),
                in.flag("videobridge.rest.prometheus.enabled"),
                in.flag("videobridge.rest.version.enabled"),
                in.flag("videobridge.rest.debug.enabled"),
                in.flag("videobridge.rest.drain.enabled"),
                in.flag("videobridge.rest.shutdown.enabled"));
    }

    private static BridgeConfig.PublicHttp publicHttp(ConfigReader in) {
        return new BridgeConfig.PublicHttp(
                in.optionalText("videobridge.http-servers.public.host"),
                in.integer("videobridge.http-servers.public.port"));
    }

    private static BridgeConfig.PrivateHttp privateHttp(ConfigReader in) {
        return new BridgeConfig.PrivateHttp(
                in.text("videobridge.http-servers.private.host"), in.integer("videobridge.http-servers.private.port"));
    }

    private static BridgeConfig.WebSockets webSockets(ConfigReader in) {
        List<String> several = in.texts("videobridge.websockets.domains");
        List<String> domains = several.isEmpty()
                ? in.optionalText("videobridge.websockets.domain").stream().toList()
                : several;
        in.optionalText("videobridge.websockets.domain");
        return new BridgeConfig.WebSockets(
                in.flag("videobridge.websockets.enabled"),
                domains,
                in.text("videobridge.websockets.server-id"),
                in.optionalFlag("videobridge.websockets.tls").orElse(false),
                in.flag("videobridge.websockets.enable-compression"),
                in.flag("videobridge.websockets.send-keepalive-pings"),
                in.duration("videobridge.websockets.keepalive-ping-interval"),
                in.duration("videobridge.websockets.idle-timeout"));
    }

    private static BridgeConfig.Sctp sctp(ConfigReader in) {
        return new BridgeConfig.Sctp(in.flag("videobridge.sctp.enabled"), in.integer("videobridge.sctp.max-channels"));
    }

    private static BridgeConfig.Health health(ConfigReader in) {
        return new BridgeConfig.Health(
                in.duration("videobridge.health.interval"),
                in.duration("videobridge.health.timeout"),
                in.duration("videobridge.health.max-check-duration"),
                in.flag("videobridge.health.sticky-failures"),
                in.flag("videobridge.health.require-valid-address"),
                in.duration("starbridge.health.worker-heartbeat-limit"));
    }

    private static BridgeConfig.Stats stats(ConfigReader in) {
        return new BridgeConfig.Stats(
                in.duration("videobridge.stats.interval"), in.flag("videobridge.stats.jvm.enabled"));
    }

    private static BridgeConfig.Load load(ConfigReader in) {
        String at = "videobridge.load-management.";
        return new BridgeConfig.Load(
                in.choice(at + "load-measurements.load-measurement", BridgeConfig.LoadMeasurement.class),
                in.number(at + "load-measurements.packet-rate.load-threshold"),
                in.number(at + "load-measurements.cpu-usage.load-threshold"),
                in.number(at + "average-participant-stress"));
    }

    private static BridgeConfig.Expiration expiration(ConfigReader in) {
        return new BridgeConfig.Expiration(
                in.duration("videobridge.entity-expiration.timeout"),
                in.duration("videobridge.entity-expiration.check-interval"));
    }

    private static BridgeConfig.ConnectionStatus connectionStatus(ConfigReader in) {
        String at = "videobridge.ep-connection-status.";
        return new BridgeConfig.ConnectionStatus(
                in.duration(at + "first-transfer-timeout"),
                in.duration(at + "max-inactivity-limit"),
                in.duration(at + "check-interval"),
                in.integer("videobridge.stats-filter-threshold"));
    }

    private static BridgeConfig.Dtls dtls(ConfigReader in) {
        return new BridgeConfig.Dtls(
                in.duration("jmt.dtls.handshake-timeout"),
                in.integer("starbridge.dtls.computing-threads"),
                in.integer("starbridge.dtls.max-handshakes"));
    }

    private static BridgeConfig.Srtp srtp(ConfigReader in) {
        return new BridgeConfig.Srtp(
                in.choices("jmt.srtp.protection-profiles", BridgeConfig.SrtpProfile.class),
                in.choice("starbridge.srtp.crypto", BridgeConfig.SrtpCrypto.class));
    }

    private static BridgeConfig.KeyFrames keyFrames(ConfigReader in) {
        return new BridgeConfig.KeyFrames(
                new BridgeConfig.RequestLimit(
                        in.duration("jmt.keyframe.min-interval"),
                        in.integer("jmt.keyframe.max-requests"),
                        in.duration("jmt.keyframe.max-request-interval")),
                new BridgeConfig.RequestLimit(
                        in.duration("jmt.keyframe.source-wide-min-interval"),
                        in.integer("jmt.keyframe.source-wide-max-requests"),
                        in.duration("jmt.keyframe.source-wide-max-request-interval")));
    }

    private static BridgeConfig.Media media(ConfigReader in) {
        return new BridgeConfig.Media(
                in.integer("starbridge.media.workers"),
                in.choice("starbridge.media.io", BridgeConfig.MediaIo.class),
                in.sizeBytes("ice4j.harvest.udp.receive-buffer-size"),
                in.sizeBytes("starbridge.media.send-buffer-size"),
                in.sizeBytes("starbridge.media.ingress-ring-size"),
                in.integer("starbridge.media.command-queue-size"),
                in.sizeBytes("starbridge.media.native-memory-limit"),
                in.flag("starbridge.media.segmentation"),
                new BridgeConfig.Gather(
                        in.duration("starbridge.media.gather.max-wait"),
                        in.number("starbridge.media.gather.from-load")),
                in.integer("starbridge.media.others-niceness"));
    }

    private static BridgeConfig.Identity identity(ConfigReader in) {
        return new BridgeConfig.Identity(
                in.optionalText("videobridge.relay.region"),
                in.flag("videobridge.version.announce"),
                in.optionalText("videobridge.version.release"));
    }

    private static BridgeConfig.Http http(ConfigReader in) {
        String at = "starbridge.http.";
        return new BridgeConfig.Http(
                in.sizeBytes(at + "max-body-size"),
                in.integer(at + "requests-per-second"),
                in.integer(at + "requests-per-second-per-address"),
                in.integer(at + "max-concurrent-requests"),
                in.integer(at + "private-max-connections"),
                in.integer(at + "public-max-connections"),
                in.duration(at + "request-timeout"),
                in.duration(at + "idle-timeout"));
    }

    private static BridgeConfig.Limits limits(ConfigReader in) {
        String at = "starbridge.limits.";
        return new BridgeConfig.Limits(
                in.integer(at + "conferences"),
                in.integer(at + "endpoints-per-conference"),
                in.integer(at + "sources-per-endpoint"),
                in.integer(at + "ssrcs-per-endpoint"),
                in.integer(at + "payload-types-per-endpoint"),
                in.integer(at + "header-extensions-per-endpoint"),
                in.integer(at + "candidates-per-request"),
                in.integer(at + "fingerprints-per-request"),
                in.integer(at + "source-names-per-message"));
    }

    private static BridgeConfig.Xmpp xmpp(ConfigReader in) {
        String at = "videobridge.apis.xmpp-client.";
        boolean isFiltered = in.flag(at + "stats-filter.enabled");
        Set<String> whitelist = Set.copyOf(in.texts(at + "stats-filter.whitelist"));
        return new BridgeConfig.Xmpp(
                in.duration(at + "presence-interval"),
                isFiltered ? Optional.of(whitelist) : Optional.empty(),
                in.tables(at + "configs"));
    }

    private static BridgeConfig.Shutdown shutdown(ConfigReader in) {
        String at = "videobridge.shutdown.";
        return new BridgeConfig.Shutdown(
                in.duration(at + "graceful-shutdown-max-duration"),
                in.integer(at + "graceful-shutdown-min-participants"),
                in.duration(at + "shutting-down-delay"),
                in.flag("videobridge.initial-drain-mode"));
    }

    private static Audio audio(ConfigReader in) {
        return new Audio(
                in.flag("jmt.audio.level.discard-silence"),
                in.integer("jmt.audio.level.forwarded-silence-packets-limit"),
                in.choice("jmt.audio.red.policy", Audio.RedPolicy.class));
    }

    private static BridgeConfig.Channel channel(ConfigReader in) {
        String at = "starbridge.channel.";
        return new BridgeConfig.Channel(
                in.sizeBytes(at + "max-message-size"),
                in.integer(at + "messages-per-second"),
                in.integer(at + "max-pending-messages"),
                in.sizeBytes(at + "max-pending-size"),
                in.duration(at + "publish-interval"));
    }
}
