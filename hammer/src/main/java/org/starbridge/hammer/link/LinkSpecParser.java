package org.starbridge.hammer.link;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.starbridge.transport.link.LinkConditions;
import org.starbridge.transport.link.RateSchedule;

/**
 * Reads a link from the command line: {@code KEY=VALUE} with commas between them. Used once for each link.
 *
 * <p>{@code to}, {@code share}, {@code count} and {@code group} say whose link it is. All other keys describe the
 * direction from the bridge to the endpoint, or, after {@code up:}, the other one.
 */
public final class LinkSpecParser {
    private static final String WHOSE = "to, share, count, group";
    private static final String CONDITIONS = "rate, every, trace, queue, delay, jitter, loss, burst, policer";
    private static final String UP = "up:";
    private static final String DOWN = "down:";

    private final String text;
    private final Map<String, String> whose = new HashMap<>();
    private final Map<String, String> down = new HashMap<>();
    private final Map<String, String> up = new HashMap<>();

    private LinkSpecParser(String text) {
        this.text = text;
    }

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException for a mistake; the message says what is expected
     */
    public static LinkSpec parse(String text) {
        try {
            LinkSpecParser parser = new LinkSpecParser(text);
            for (String item : text.split(",", -1)) {
                parser.take(item.strip());
            }
            return parser.spec();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--link " + text + ": " + e.getMessage(), e);
        }
    }

    /**
     * Reads one between two bridges, of which only the conditions count. Without {@code up:} both directions are alike.
     *
     * @return from the first bridge to the other one, and back
     * @throws IllegalArgumentException for a mistake; the message says what is expected
     */
    public static Both parseBetweenBridges(String text) {
        LinkSpec spec = parse(text);
        boolean isWhose = spec.share() != 1 || spec.count() > 0 || spec.group() > 1;
        if (isWhose || spec.side() != LinkSpec.Side.RECEIVERS) {
            throw new IllegalArgumentException(
                    "--relay-link " + text + ": expected conditions only, as all links between bridges have the same");
        }
        return new Both(spec.down(), spec.up().isPerfect() ? spec.down() : spec.up());
    }

    /** Conditions of both directions. */
    public record Both(LinkConditions forth, LinkConditions back) {
        /** Of a link that does nothing. */
        public static final Both PERFECT = new Both(LinkConditions.PERFECT, LinkConditions.PERFECT);
    }

    private void take(String item) {
        int at = item.indexOf('=');
        if (at <= 0) {
            throw new IllegalArgumentException(
                    (item.isEmpty() ? "an empty item" : item) + ": expected KEY=VALUE, for example rate=1M,queue=300");
        }
        String key = item.substring(0, at);
        boolean isUp = key.startsWith(UP);
        String name = isUp ? key.substring(UP.length()) : key.startsWith(DOWN) ? key.substring(DOWN.length()) : key;
        boolean isWhose = contains(WHOSE, name) && name.equals(key);
        if (!isWhose && !contains(CONDITIONS, name)) {
            throw new IllegalArgumentException(
                    key + ": expected one of " + WHOSE + ", " + CONDITIONS + "; the latter also after up:");
        }
        Map<String, String> values = isWhose ? whose : isUp ? up : down;
        if (values.put(name, item.substring(at + 1)) != null) {
            throw new IllegalArgumentException(key + " occurs twice");
        }
    }

    private static boolean contains(String names, String name) {
        return List.of(names.split(", ")).contains(name);
    }

    private LinkSpec spec() {
        LinkConditions downConditions = conditions(down, "");
        LinkConditions upConditions = conditions(up, UP);
        if (downConditions.isPerfect() && upConditions.isPerfect()) {
            throw new IllegalArgumentException(
                    "the link has no conditions; expected rate, trace, delay, jitter, loss or policer");
        }
        String share = whose.get("share");
        String count = whose.get("count");
        if (share != null && count != null) {
            throw new IllegalArgumentException("share and count cannot be combined");
        }
        double part = share == null ? 1 : value("share", share, Quantities::share);
        if (part == 0) {
            throw new IllegalArgumentException("share=" + share + ": expected more than 0");
        }
        String group = whose.get("group");
        return new LinkSpec(
                side(),
                part,
                count == null ? 0 : value("count", count, Quantities::count),
                group == null ? 1 : value("group", group, Quantities::count),
                downConditions,
                upConditions,
                text);
    }

    private LinkSpec.Side side() {
        String side = whose.get("to");
        if (side == null) {
            return LinkSpec.Side.RECEIVERS;
        }
        try {
            return LinkSpec.Side.valueOf(side.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("to=" + side + ": expected receivers, senders or all", e);
        }
    }

    private static LinkConditions conditions(Map<String, String> values, String prefix) {
        LinkConditions conditions = LinkConditions.PERFECT.withRate(rate(values, prefix));
        String queue = values.get("queue");
        if (queue != null) {
            if (conditions.rate().isUnlimited()) {
                throw new IllegalArgumentException(
                        prefix + "queue=" + queue + " without " + prefix + "rate: a queue needs a limited rate");
            }
            conditions = conditions.withQueueMs(value(prefix + "queue", queue, Quantities::milliseconds) / 1e6);
        }
        String delay = values.get("delay");
        if (delay != null) {
            conditions = conditions.withDelayMs(value(prefix + "delay", delay, Quantities::milliseconds) / 1e6);
        }
        String jitter = values.get("jitter");
        if (jitter != null) {
            conditions = conditions.withJitterMs(value(prefix + "jitter", jitter, Quantities::milliseconds) / 1e6);
        }
        return withPolicer(withLoss(conditions, values, prefix), values, prefix);
    }

    private static LinkConditions withLoss(LinkConditions conditions, Map<String, String> values, String prefix) {
        String loss = values.get("loss");
        String burst = values.get("burst");
        if (loss == null) {
            if (burst != null) {
                throw new IllegalArgumentException(
                        prefix + "burst=" + burst + " without " + prefix + "loss: expected both");
            }
            return conditions;
        }
        double share = value(prefix + "loss", loss, Quantities::share);
        if (share == 1) {
            throw new IllegalArgumentException(prefix + "loss=" + loss + ": expected less than 100%");
        }
        return conditions.withLoss(share, burst == null ? 1 : value(prefix + "burst", burst, Quantities::atLeastOne));
    }

    private static LinkConditions withPolicer(LinkConditions conditions, Map<String, String> values, String prefix) {
        String policer = values.get("policer");
        if (policer == null) {
            return conditions;
        }
        String[] parts = policer.split("/", -1);
        if (parts.length != 2) {
            throw new IllegalArgumentException(
                    prefix + "policer=" + policer + ": expected a rate and a bucket in bytes, for example 1M/50k");
        }
        double bps = value(prefix + "policer", parts[0], Quantities::bitrate);
        if (bps == 0) {
            throw new IllegalArgumentException(prefix + "policer=" + policer + ": expected a rate of more than 0");
        }
        return conditions.withPolicer(bps, value(prefix + "policer", parts[1], Quantities::bytes));
    }

    private static RateSchedule rate(Map<String, String> values, String prefix) {
        String rate = values.get("rate");
        String trace = values.get("trace");
        String every = values.get("every");
        if (rate != null && trace != null) {
            throw new IllegalArgumentException(prefix + "rate and " + prefix + "trace cannot be combined");
        }
        if (rate == null && trace == null) {
            if (every != null) {
                throw new IllegalArgumentException(
                        prefix + "every=" + every + " without " + prefix + "rate: it repeats the rate");
            }
            return RateSchedule.UNLIMITED;
        }
        long periodNs = every == null ? 0 : value(prefix + "every", every, Quantities::seconds);
        return trace != null
                ? RateTrace.read(Path.of(trace), periodNs)
                : steps(prefix + "rate", String.valueOf(rate), periodNs);
    }

    /** {@code 3M/500k@20/3M@40}: 3 Mbit/s, from the 20th second on 500 kbit/s, from the 40th on 3 Mbit/s. */
    private static RateSchedule steps(String key, String text, long periodNs) {
        String[] parts = text.split("/", -1);
        long[] starts = new long[parts.length];
        double[] rates = new double[parts.length];
        for (int i = 0; i < parts.length; i++) {
            String[] step = parts[i].split("@", -1);
            if (step.length != (i == 0 ? 1 : 2)) {
                throw new IllegalArgumentException(key + "=" + text + ": expected RATE or RATE/RATE@SECONDS/..., for"
                        + " example 1M or 3M/500k@20/3M@40");
            }
            rates[i] = value(key, step[0], Quantities::bitrate);
            starts[i] = i == 0 ? 0 : value(key, step[1], Quantities::seconds);
        }
        try {
            return RateSchedule.steps(starts, rates, periodNs);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(key + "=" + text + ": " + e.getMessage(), e);
        }
    }

    private static <T> T value(String key, String text, Function<String, T> reader) {
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(key + "=" + e.getMessage(), e);
        }
    }
}
