package org.starbridge.control.export;

import java.util.Map;

/**
 * A payload type of audio as it was signalled.
 *
 * @param encoding its name in lower case
 * @param clockRateHz the RTP clock
 * @param channels 1 or more
 * @param parameters format parameters ({@code fmtp})
 */
public record AudioFormat(String encoding, int clockRateHz, int channels, Map<String, String> parameters) {
    public AudioFormat {
        parameters = Map.copyOf(parameters);
    }
}
