package org.starbridge.hammer.client;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.starbridge.colibri.channel.BridgeChannelMessage.ReceiverVideoConstraints;
import org.starbridge.colibri.channel.VideoConstraint;

/**
 * What one endpoint says to the bridge itself, again and again: its wish, some 300 bytes long, as a client says it whose user looks
 * at one picture after the other. The sources that it prefers are others each time, and nobody has them, so that it gets what it
 * got before.
 *
 * @param wish what it comes to
 */
record VariedWish(Wish wish) {
    private static final int SELECTED = 9;
    private static final VideoConstraint LARGE = new VideoConstraint(2160, VideoConstraint.UNLIMITED.maxFrameRate());

    /** {@code number} from 0; differs from the one before. */
    ReceiverVideoConstraints toMessage(int number) {
        ReceiverVideoConstraints plain = wish.toMessage();
        List<String> selected = IntStream.range(0, SELECTED)
                .mapToObj(i -> source(number + 1 + i))
                .toList();
        return new ReceiverVideoConstraints(
                plain.lastN(),
                selected,
                List.of(source(number)),
                plain.defaultConstraints(),
                Map.of(source(number), LARGE),
                null);
    }

    /** Named as clients name their cameras, of an endpoint that the Hammer never has. */
    private static String source(int number) {
        return String.format(Locale.ROOT, "f%07x-v0", number & 0xFFF_FFFF);
    }
}
