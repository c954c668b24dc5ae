package org.starbridge.jvb.config;

import static org.starbridge.jvb.config.ConfigException.requirePositive;
import static org.starbridge.jvb.config.ConfigException.requireRange;

import java.time.Duration;

/**
 * DTLS handshakes.
 *
 * @param handshakeTimeout a handshake that takes longer has failed; 30 s
 * @param computingThreads handshakes that compute at the same time; 0 = half the cores, at least one: the other half
 *     stays with media
 * @param maxHandshakes handshakes in progress; more wait for their turn, and their clients repeat; 128: about 20 MB of
 *     stacks
 */
public record DtlsConfig(Duration handshakeTimeout, int computingThreads, int maxHandshakes) {
    /** As documented. */
    static final DtlsConfig DEFAULT = new DtlsConfig(Duration.ofSeconds(30), 0, 128);

    public DtlsConfig {
        requirePositive("jmt.dtls.handshake-timeout", handshakeTimeout);
        requireRange("starbridge.dtls.computing-threads", computingThreads, 0, 1024);
        requireRange("starbridge.dtls.max-handshakes", maxHandshakes, 1, 100_000);
    }

    /** {@link #computingThreads()} with 0 replaced, for a machine with so many cores. */
    public int computingThreadsFor(int cores) {
        return computingThreads > 0 ? computingThreads : Math.max(1, cores / 2);
    }

    static DtlsConfig read(ConfigReader in) {
        return new DtlsConfig(
                in.duration("jmt.dtls.handshake-timeout"),
                in.integer("starbridge.dtls.computing-threads"),
                in.integer("starbridge.dtls.max-handshakes"));
    }
}
