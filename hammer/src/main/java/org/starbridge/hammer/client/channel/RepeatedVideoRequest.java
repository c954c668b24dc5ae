package org.starbridge.hammer.client.channel;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.starbridge.colibri.channel.BridgeChannelMessage.ReceiverVideoConstraints;
import org.starbridge.colibri.channel.VideoConstraint;
import org.starbridge.hammer.client.plan.VideoRequest;

/**
 * Message that one endpoint sends to the bridge itself, again and again: its video request, some 300 bytes long. The
 * sources that it prefers do not exist, so that it gets what it got before; and as it is the same each time, the bridge
 * has nothing to choose again.
 *
 * @param request what it comes to
 */
record RepeatedVideoRequest(VideoRequest request) {
    private static final int SELECTED = 9;
    private static final VideoConstraint LARGE = new VideoConstraint(2160, VideoConstraint.UNLIMITED.maxFrameRate());

    ReceiverVideoConstraints toMessage() {
        ReceiverVideoConstraints plain = request.toMessage();
        List<String> selected = IntStream.rangeClosed(1, SELECTED)
                .mapToObj(RepeatedVideoRequest::source)
                .toList();
        return new ReceiverVideoConstraints(
                plain.lastN(),
                selected,
                List.of(source(0)),
                plain.defaultConstraints(),
                Map.of(source(0), LARGE),
                null);
    }

    /** Named as clients name their cameras, of an endpoint that the Hammer never has. */
    private static String source(int number) {
        return String.format(Locale.ROOT, "f%07x-v0", number);
    }
}
