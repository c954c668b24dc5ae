package org.starbridge.bridge.config;

import java.util.Optional;
import java.util.regex.Pattern;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;
import org.starbridge.media.endpoint.IceRestartTimes;

/**
 * Settings of each endpoint's ICE session.
 *
 * @param ufragPrefix what our user fragments begin with, for a front end that routes by it; empty = nothing
 * @param restarts whether an ICE restart is done in place; otherwise the focus invites the client again; true
 * @param restartTimes how long a restart may take
 */
public record IceSessionConfig(Optional<String> ufragPrefix, boolean restarts, IceRestartTimes restartTimes) {
    /** As documented. */
    static final IceSessionConfig DEFAULT = new IceSessionConfig(Optional.empty(), true, IceRestartTimes.DEFAULT);

    private static final String UFRAG_PREFIX = "videobridge.ice.ufrag-prefix";

    /**
     * RFC 8839 section 5.4, and what browsers take beyond it. A colon would end the fragment: STUN's USERNAME has one.
     */
    private static final Pattern UFRAG_CHARS = Pattern.compile("[A-Za-z0-9+/_=#-]{1,64}");

    private static final String EXPECTED = "up to 64 letters, digits and + / - _ = #";

    public IceSessionConfig {
        ufragPrefix.ifPresent(prefix -> {
            if (!UFRAG_CHARS.matcher(prefix).matches()) {
                throw new ConfigException(UFRAG_PREFIX, prefix, EXPECTED);
            }
        });
    }

    static IceSessionConfig read(ConfigReader in) {
        return new IceSessionConfig(
                in.usableText(UFRAG_PREFIX, UFRAG_CHARS, EXPECTED),
                in.flag("videobridge.ice.restart.enabled"),
                new IceRestartTimes(
                        in.positiveDuration("videobridge.ice.restart.transition-window")
                                .toNanos(),
                        in.positiveDuration("videobridge.ice.restart.timeout").toNanos()));
    }
}
