package org.starbridge.hammer.client.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * SSRCs that a bridge that rewrites them announced to one endpoint, or to all. Immutable.
 *
 * @param mapped sources that it gave an SSRC of its own
 * @param moved how often it gave a source another one, or one to another source; the Hammer does not follow that
 */
public record SsrcCount(
        @JsonProperty int mapped, @JsonProperty int moved) {
    /** The sum over endpoints; null if the bridge does not rewrite SSRCs. */
    public static @Nullable SsrcCount ofAll(List<ReceiverCount> receivers) {
        SsrcCount sum = null;
        for (ReceiverCount receiver : receivers) {
            SsrcCount each = receiver.ssrcs();
            if (each != null) {
                sum = sum == null ? each : new SsrcCount(sum.mapped + each.mapped, sum.moved + each.moved);
            }
        }
        return sum;
    }
}
