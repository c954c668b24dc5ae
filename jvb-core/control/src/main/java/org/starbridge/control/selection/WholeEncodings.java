package org.starbridge.control.selection;

import java.util.ArrayList;
import java.util.List;
import org.starbridge.lastn.LayerId;
import org.starbridge.lastn.allocation.Layer;
import org.starbridge.lastn.allocation.VideoSource;

/**
 * Video sources as another bridge gets them: an encoding goes over a relay whole, and with all below it. So a source
 * has one layer for each encoding, which costs what all up to it cost together. Stateless.
 */
final class WholeEncodings {
    private WholeEncodings() {}

    /** The same source in layers that can go over a relay. */
    static VideoSource of(VideoSource source) {
        List<Layer> whole = new ArrayList<>();
        long belowBps = 0;
        int at = 0;
        List<Layer> layers = source.layers();
        while (at < layers.size()) {
            int encoding = layers.get(at).encoding();
            long bitrateBps = 0;
            int heightPx = 0;
            double framesPerSecond = Layer.UNKNOWN_RATE;
            for (; at < layers.size() && layers.get(at).encoding() == encoding; at++) {
                Layer layer = layers.get(at);
                bitrateBps = Math.max(bitrateBps, layer.bitrateBps());
                heightPx = Math.max(heightPx, layer.heightPx());
                framesPerSecond = Math.max(framesPerSecond, layer.framesPerSecond());
            }
            long costBps = bitrateBps == 0 ? 0 : belowBps + bitrateBps; // 0: nothing of it comes
            belowBps += bitrateBps;
            whole.add(new Layer(LayerId.of(encoding, 0, 0), heightPx, framesPerSecond, costBps));
        }
        return new VideoSource(source.name(), source.content(), source.state(), whole);
    }

    /** In the terms of a forwarding table: an encoding whole, and those below it. */
    static int upTo(Layer layer) {
        return LayerId.of(layer.encoding(), LayerId.MAX_LAYERS - 1, LayerId.MAX_LAYERS - 1);
    }
}
