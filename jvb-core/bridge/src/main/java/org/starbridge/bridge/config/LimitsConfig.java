package org.starbridge.bridge.config;

import static org.starbridge.bridge.config.reader.ConfigException.requireRange;

import org.starbridge.bridge.config.reader.ConfigReader;

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
 * @param sourceNamesPerMessage in one bridge channel message; 1000: a client shows a hundred at most
 */
public record LimitsConfig(
        int conferences,
        int endpointsPerConference,
        int sourcesPerEndpoint,
        int ssrcsPerEndpoint,
        int payloadTypesPerEndpoint,
        int headerExtensionsPerEndpoint,
        int candidatesPerRequest,
        int fingerprintsPerRequest,
        int sourceNamesPerMessage) {
    /** As documented. */
    static final LimitsConfig DEFAULT = new LimitsConfig(10_000, 5_000, 64, 512, 128, 64, 100, 16, 1_000);

    public LimitsConfig {
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

    static LimitsConfig read(ConfigReader in) {
        String at = "starbridge.limits.";
        return new LimitsConfig(
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
}
