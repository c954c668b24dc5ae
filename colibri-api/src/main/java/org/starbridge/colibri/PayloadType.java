package org.starbridge.colibri;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One RTP payload type (XEP-0167).
 *
 * @param id 0 to 127
 * @param name encoding name as given, to be compared without regard to case; null for a static type without a name
 * @param clockRate RTP clock rate in Hz; 0 when not given
 * @param channels audio channels; 1 when not given
 * @param parameters format parameters in order; a parameter without a name (RED's {@code 111/111}) has the key
 *     {@link #NAMELESS}
 * @param rtcpFeedback RTCP feedback this payload type may be given (RFC 4585 section 4.2)
 */
public record PayloadType(
        int id,
        @Nullable String name,
        int clockRate,
        int channels,
        Map<String, String> parameters,
        List<RtcpFeedback> rtcpFeedback) {

    /** The key in {@link #parameters()} of a parameter that has no name. */
    public static final String NAMELESS = "";

    public PayloadType {
        Checks.inRange("payload type", id, 0, 127);
        Checks.inRange("clockrate", clockRate, 0, Integer.MAX_VALUE);
        Checks.inRange("channels", channels, 1, 255);
        parameters = Checks.orderedCopy(parameters);
        rtcpFeedback = List.copyOf(rtcpFeedback);
    }
}
