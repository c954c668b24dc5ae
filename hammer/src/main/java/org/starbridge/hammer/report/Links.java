package org.starbridge.hammer.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.result.LinkCount;
import org.starbridge.hammer.client.result.LinkDirectionCount;
import org.starbridge.hammer.client.result.PictureTimes;
import org.starbridge.hammer.client.result.ReceiverCount;
import org.starbridge.hammer.client.result.SelectionCount;

/**
 * Behaviour of emulated links, and what the endpoints behind them saw. Immutable.
 *
 * @param behind the endpoints that are behind a link
 */
public record Links(List<ReceiverCount> behind) {
    /** Share of the audio that an endpoint may lose, beyond what its link loses at random. */
    static final double MAX_AUDIO_LOSS = 0.05;
    /** The longest freeze that does not fail a run. */
    static final long MAX_FREEZE_NS = 3_000_000_000L;

    private static final int SHOWN = 10;

    public Links {
        behind = List.copyOf(behind);
    }

    /** Of a run; null if it has no links. */
    static @Nullable Links of(List<ReceiverCount> receivers) {
        List<ReceiverCount> behind =
                receivers.stream().filter(each -> each.link() != null).toList();
        return behind.isEmpty() ? null : new Links(behind);
    }

    private List<LinkCount> counts() {
        return behind.stream().map(ReceiverCount::link).filter(Objects::nonNull).toList();
    }

    /** For people: name and value in turns; the worst endpoints, by freezes and lost audio. */
    List<Map.Entry<String, String>> lines() {
        List<Map.Entry<String, String>> lines = new ArrayList<>();
        List<LinkCount> counts = counts();
        lines.add(Map.entry(
                "behind links",
                format(
                        "%d endpoints, %d links",
                        counts.size(),
                        counts.stream().mapToInt(LinkCount::link).distinct().count())));
        behind.stream()
                .sorted(Comparator.comparingDouble(Links::badness).reversed())
                .limit(SHOWN)
                .forEach(receiver -> add(lines, receiver));
        if (counts.size() > SHOWN) {
            lines.add(Map.entry(
                    "  of all",
                    format(
                            "queue p95 at most %.0f ms, audio lost at most %.1f %%, longest freeze %.0f ms, %d switches"
                                    + " up, %d down",
                            max(counts, count -> count.down().queueP95Ns() / 1e6),
                            max(counts, count -> count.pictures().audioLoss() * 100),
                            max(counts, count -> count.pictures().longestFreezeNs() / 1e6),
                            counts.stream()
                                    .mapToLong(count -> count.pictures().switchesUp())
                                    .sum(),
                            counts.stream()
                                    .mapToLong(count -> count.pictures().switchesDown())
                                    .sum())));
        }
        return lines;
    }

    private static double badness(ReceiverCount receiver) {
        LinkCount link = Objects.requireNonNull(receiver.link());
        return link.pictures().frozenNs() / 1e9 + 10 * link.pictures().audioLoss();
    }

    private static double max(List<LinkCount> counts, ToDoubleFunction<LinkCount> value) {
        return counts.stream().mapToDouble(value).max().orElse(0);
    }

    private static void add(List<Map.Entry<String, String>> lines, ReceiverCount receiver) {
        LinkCount link = Objects.requireNonNull(receiver.link());
        lines.add(Map.entry("  " + receiver.id() + ", link " + link.link(), direction(link.down())));
        if (link.up().packets() > 0 && (link.up().capacityBps() > 0 || link.up().dropped() > 0)) {
            lines.add(Map.entry("    up", direction(link.up())));
        }
        PictureTimes pictures = link.pictures();
        Long fullNs = pictures.fullLayerNs();
        lines.add(Map.entry(
                "    to the endpoint",
                format(
                        "%.0f kbit/s; audio lost %.1f %%; first full layer %s; %d switches up, %d down; %d freezes,"
                                + " %.1f s in total, longest %.0f ms",
                        link.deliveredBps() / 1e3,
                        pictures.audioLoss() * 100,
                        fullNs == null ? "never" : format("after %.1f s", fullNs / 1e9),
                        pictures.switchesUp(),
                        pictures.switchesDown(),
                        pictures.freezes(),
                        pictures.frozenNs() / 1e9,
                        pictures.longestFreezeNs() / 1e6)));
    }

    private static String direction(LinkDirectionCount count) {
        String used = count.capacityBps() == 0
                ? format("%.0f kbit/s", count.deliveredBps() / 1e3)
                : format(
                        "%.0f %% of %.0f kbit/s used; queue p50 %.0f ms, p95 %.0f ms",
                        count.utilisation() * 100,
                        count.capacityBps() / 1e3,
                        count.queueP50Ns() / 1e6,
                        count.queueP95Ns() / 1e6);
        return used
                + format(
                        "; dropped %.1f %% (%,d by the queue, %,d at random, %,d policed)",
                        count.loss() * 100, count.queueFull(), count.lost(), count.policed());
    }

    /** Returns what fails a run, each a part of a sentence. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        for (ReceiverCount receiver : behind) {
            LinkCount link = Objects.requireNonNull(receiver.link());
            double atRandom = link.down().packets() == 0
                    ? 0
                    : (double) link.down().lost() / link.down().packets();
            double audio = link.pictures().audioLoss() - atRandom;
            if (audio > MAX_AUDIO_LOSS) {
                problems.add(format(
                        "%s lost %.1f %% of the audio beyond what its link loses at random",
                        receiver.id(), audio * 100));
            }
            SelectionCount selection = receiver.selection();
            if (selection != null && selection.pictures().undecodable() > 0) {
                problems.add(format(
                        "%,d pictures at %s were undecodable although nothing was lost",
                        selection.pictures().undecodable(), receiver.id()));
            }
            long frozenNs = link.pictures().longestFreezeNs();
            if (frozenNs > MAX_FREEZE_NS) {
                problems.add(format("video at %s froze for %.1f s", receiver.id(), frozenNs / 1e9));
            }
        }
        return problems.size() <= SHOWN
                ? problems
                : List.of(format("%d endpoints behind links had bad audio or long freezes", problems.size()));
    }

    /** One endpoint's, for programs. */
    static ObjectNode toJson(LinkCount link) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("link", link.link());
        json.put("spec", link.spec());
        json.put("deliveredBps", link.deliveredBps());
        json.set("down", toJson(link.down()));
        json.set("up", toJson(link.up()));
        PictureTimes pictures = link.pictures();
        Long fullNs = pictures.fullLayerNs();
        json.put("firstFullLayerSeconds", fullNs == null ? null : (Double) (fullNs / 1e9));
        json.put("switchesUp", pictures.switchesUp());
        json.put("switchesDown", pictures.switchesDown());
        json.put("freezes", pictures.freezes());
        json.put("frozenNanos", pictures.frozenNs());
        json.put("longestFreezeNanos", pictures.longestFreezeNs());
        json.put("audioExpected", pictures.audioExpected());
        json.put("audioReceived", pictures.audioReceived());
        ArrayNode layers = json.putArray("layers");
        for (PictureTimes.LayerChange change : pictures.layers()) {
            ObjectNode node = layers.addObject();
            node.put("secondsAfterConnect", (change.atNs() - pictures.connectedNs()) / 1e9);
            node.put("sender", change.source());
            node.put("height", change.heightPx());
        }
        return json;
    }

    private static ObjectNode toJson(LinkDirectionCount count) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("capacityBps", count.capacityBps() == 0 ? null : (Double) count.capacityBps());
        json.put("deliveredBps", count.deliveredBps());
        json.put("utilisation", count.capacityBps() == 0 ? null : (Double) count.utilisation());
        json.put("queueP50Nanos", count.queueP50Ns());
        json.put("queueP95Nanos", count.queueP95Ns());
        json.put("queueMaxNanos", count.queueMaxNs());
        json.put("packets", count.packets());
        json.put("droppedPoliced", count.policed());
        json.put("droppedAtRandom", count.lost());
        json.put("droppedQueueFull", count.queueFull());
        return json;
    }

    @SuppressWarnings("AnnotateFormatMethod") // its annotation is in a library that nothing else here needs
    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
