package org.starbridge.bridge.config;

import static org.starbridge.bridge.config.reader.ConfigException.requireRange;

import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * Audio, besides passing it on.
 *
 * @param discardSilence whether packets of silence (level 127, RFC 6464) end here once a silence has been heard to begin; true
 * @param forwardedSilencePackets how many packets of a silence go on before that; 3
 * @param red what becomes of redundant audio (RFC 2198)
 */
public record Audio(boolean discardSilence, int forwardedSilencePackets, RedPolicy red) {
    /** As documented. */
    static final Audio DEFAULT = new Audio(true, 3, RedPolicy.NOOP);

    /** What becomes of redundant audio. */
    public enum RedPolicy {
        /** It goes on; whoever did not negotiate it gets each packet's own audio. */
        NOOP,
        /** Everybody gets each packet's own audio. */
        STRIP,
        /** As {@link #NOOP}: the bridge adds no redundancy of its own. */
        PROTECT_ALL
    }

    public Audio {
        requireRange("jmt.audio.level.forwarded-silence-packets-limit", forwardedSilencePackets, 0, 1_000_000);
    }

    static Audio read(ConfigReader in) {
        return new Audio(
                in.flag("jmt.audio.level.discard-silence"),
                in.integer("jmt.audio.level.forwarded-silence-packets-limit"),
                in.choice("jmt.audio.red.policy", RedPolicy.class));
    }
}
