package org.starbridge.hammer.client.media;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.plan.EndpointPlan;
import org.starbridge.hammer.client.result.PictureTimes;
import org.starbridge.hammer.client.result.PictureTimes.LayerChange;
import org.starbridge.hammer.measure.LayerLog;
import org.starbridge.hammer.measure.ReceivedStream;
import org.starbridge.hammer.measure.SelectedSource;
import org.starbridge.hammer.media.MediaKind;

/** Sums up when one endpoint's pictures came. Stateless; called on the driver's thread. */
public final class PictureCounter {
    private static final int MAX_CHANGES = 256;

    private PictureCounter() {}

    /** {@code connectedNs}: when the endpoint had keys. */
    public static PictureTimes count(
            MediaReceiver media, EndpointPlan plan, ConferenceOptions options, long connectedNs) {
        long up = 0;
        long down = 0;
        long freezes = 0;
        long frozenNs = 0;
        long longestNs = 0;
        List<LayerChange> changes = new ArrayList<>();
        for (SelectedSource source : media.selected().all()) {
            up += source.switchesUpInWindow();
            down += source.switchesDownInWindow();
            freezes += source.freezes();
            frozenNs += source.frozenNs();
            longestNs = Math.max(longestNs, source.longestFreezeNs());
            LayerLog log = source.layers();
            for (int i = 0; i < log.size(); i++) {
                changes.add(new LayerChange(log.timeNs(i), source.lowest().endpoint(), log.heightPx(i)));
            }
        }
        changes.sort(Comparator.comparingLong(LayerChange::atNs));
        long audioExpected = 0;
        long audioReceived = 0;
        for (ReceivedStream stream : media.measured()) {
            if (stream.sent().kind() == MediaKind.AUDIO && stream.sent().endpoint() != plan.number()) {
                audioExpected += stream.sent().sentInWindow();
                audioReceived += stream.receivedInWindow();
            }
        }
        return new PictureTimes(
                connectedNs,
                fullLayerNs(changes, options, connectedNs),
                up,
                down,
                freezes,
                frozenNs,
                longestNs,
                audioExpected,
                audioReceived,
                changes.subList(0, Math.min(changes.size(), MAX_CHANGES)));
    }

    private static @Nullable Long fullLayerNs(
            List<LayerChange> changes, ConferenceOptions options, long connectedNs) {
        if (!options.isSelective()) {
            return null;
        }
        int full = options.requestedHeight();
        return changes.stream()
                .filter(change -> change.heightPx() >= full)
                .map(change -> change.atNs() - connectedNs)
                .findFirst()
                .orElse(null);
    }
}
