package org.starbridge.bridge.config;

import static org.starbridge.bridge.config.reader.ConfigException.requireRange;

import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * How many SSRCs an endpoint is sent whose SSRCs are rewritten, whatever the size of its conference.
 *
 * @param video of video, and as many again for retransmissions; 50: what a browser can decode, and more than it shows
 * @param audio of audio; 50: in a larger conference, those who spoke last
 */
public record SsrcLimit(int video, int audio) {
    private static final int MAX = 1000;

    /** As documented. */
    static final SsrcLimit DEFAULT = new SsrcLimit(50, 50);

    public SsrcLimit {
        requireRange("videobridge.ssrc-limit.video", video, 1, MAX);
        requireRange("videobridge.ssrc-limit.audio", audio, 1, MAX);
    }

    static SsrcLimit read(ConfigReader in) {
        return new SsrcLimit(in.integer("videobridge.ssrc-limit.video"), in.integer("videobridge.ssrc-limit.audio"));
    }
}
