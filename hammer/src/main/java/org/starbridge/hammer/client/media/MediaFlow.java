package org.starbridge.hammer.client.media;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.starbridge.hammer.measure.ReceivedStream;
import org.starbridge.hammer.measure.SelectedSource;

/** Media that flows to one endpoint at a moment. Made and asked on the driver's thread. */
public final class MediaFlow {
    private final MediaReceiver media;
    private final int receiver;

    /** {@code receiver}: the endpoint's number. */
    MediaFlow(MediaReceiver media, int receiver) {
        this.media = media;
        this.receiver = receiver;
    }

    /**
     * Sums over streams and chosen sources.
     *
     * @param flowing how many flow
     * @param missing packets of the window so far, those that are only late included
     * @param contentErrors payloads that were not the sent ones
     */
    public record Totals(long flowing, long missing, long contentErrors) {}

    /** Sums over everything that comes. */
    public Totals totals(long nowNs) {
        long flowing = 0;
        long missing = 0;
        long contentErrors = 0;
        for (SelectedSource source : media.selected().all()) {
            flowing += source.isFlowing(nowNs) ? 1 : 0;
            missing += source.expectedInWindow() - source.receivedInWindow();
            contentErrors += source.contentErrors();
        }
        for (ReceivedStream stream : media.measured()) {
            flowing += stream.isFlowing() ? 1 : 0;
            missing += isOwn(stream) ? 0 : stream.missingSoFar();
            contentErrors += stream.contentErrors();
        }
        return new Totals(flowing, missing, contentErrors);
    }

    private boolean isOwn(ReceivedStream stream) {
        return stream.sent().endpoint() == receiver;
    }

    /** Returns the number of packets of each other's stream that have come, by the stream's index; -1 for its own. */
    public long[] packetsByStream() {
        return Arrays.stream(media.measured())
                .mapToLong(stream -> isOwn(stream) ? -1 : stream.packets())
                .toArray();
    }

    /** Streams of others that don't flow yet, by name. */
    public List<String> silentStreams() {
        return Arrays.stream(media.measured())
                .filter(stream -> !isOwn(stream) && !stream.isFlowing())
                .map(MediaFlow::describe)
                .toList();
    }

    /** Returns whether all streams of some other endpoints flow. */
    public boolean receives(IntPredicate endpoints) {
        return Arrays.stream(media.measured())
                .allMatch(stream -> isOwn(stream)
                        || stream.isFlowing()
                        || !endpoints.test(stream.sent().endpoint()));
    }

    private static String describe(ReceivedStream stream) {
        String name = stream.sent().kind() + " of endpoint " + stream.sent().endpoint();
        return stream.packets() == 0 ? name : name + " (packets arrive, but with a different payload)";
    }

    /**
     * Packets of another endpoint's picture that came so far, if the bridge chooses what it sends of pictures; else 0.
     */
    public long selectedPacketsFrom(int sender) {
        return media.selected().all().stream()
                .filter(source -> source.lowest().endpoint() == sender)
                .mapToLong(SelectedSource::packets)
                .sum();
    }

    /** Returns how many of the others' video sources flow. */
    public int sources(long nowNs) {
        return (int) media.selected().all().stream()
                .filter(source -> source.isFlowing(nowNs))
                .count();
    }

    /** Returns how many of these have the height. */
    public int sourcesAt(int heightPx, long nowNs) {
        return (int) media.selected().all().stream()
                .filter(source -> source.isFlowing(nowNs) && source.heightPx() == heightPx)
                .count();
    }

    /** Adds how many of the others' video sources flow in each height. */
    public void addHeights(Map<Integer, Integer> sums, long nowNs) {
        for (SelectedSource source : media.selected().all()) {
            if (source.isFlowing(nowNs)) {
                sums.merge(source.heightPx(), 1, Integer::sum);
            }
        }
    }
}
