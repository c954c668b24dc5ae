package org.starbridge.bridge.stats;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.transport.counters.Counter;
import org.starbridge.transport.counters.CounterDescriptor;
import org.starbridge.transport.counters.SharedCounters;
import org.starbridge.transport.udp.IoTotals;

/**
 * Turns the sources' figures into what readers see. {@link #collect} is called by one thread, every
 * {@code stats.interval}; pages may be asked for from any thread.
 */
public final class StatsCollector {
    private static final String PREFIX = "jitsi_jvb_";
    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final StatsSources sources;
    private final LoadConfig load;
    private final BridgeFacts facts;
    private final List<Figure> figures;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    /**
     * A figure of a component. Micrometer holds suppliers weakly; here they are kept.
     *
     * @param jsonKey key of the flat object; empty = not there
     */
    private record Shown(String jsonKey, LongSupplier value) {}

    /** By key of the JSON form of the Prometheus page. */
    private final Map<String, Shown> shown = new ConcurrentSkipListMap<>();

    private final Set<String> reasonsSeen = ConcurrentHashMap.newKeySet();

    private @Nullable StatsReading lastCollected;
    private long lastCollectedNs;
    private volatile Rates rates = Rates.NONE;
    private volatile StatsReading latest = StatsReading.NONE;

    /**
     * @param facts what does not change
     * @param stats what to show
     * @param load what stress is
     * @param sources where figures come from
     */
    public StatsCollector(BridgeFacts facts, StatsConfig stats, LoadConfig load, StatsSources sources) {
        this.facts = facts;
        this.load = load;
        this.sources = sources;
        // Our names are Prometheus names already. The registry's own convention would take "_created" off
        // conferences_created and so make it one with the gauge conferences.
        registry.config().namingConvention((name, _, _) -> name);
        this.figures = Figures.all(facts, stats.jvm(), load.averageParticipantStress());
        for (Figure figure : figures) {
            if (figure.isMetric()) {
                register(figure);
            }
        }
        registerSizes();
        registerFacts();
    }

    /** For meters that belong to others; their names should begin with {@code jitsi_jvb_}. */
    public MeterRegistry registry() {
        return registry;
    }

    /** Shows all counters of a component, under the names that they have. */
    public <E extends Enum<E> & Counter> void show(SharedCounters<E> counters) {
        for (E counter : counters.all()) {
            count(counter.descriptor(), () -> counters.get(counter));
        }
    }

    /**
     * Shows one more counter: {@code jitsi_jvb_name_total} among the metrics, {@code total_name} in the flat object.
     *
     * @param value may be asked from any thread; never falls
     */
    public void count(String name, String help, LongSupplier value) {
        count(CounterDescriptor.total(name, help), value);
    }

    /**
     * Shows one more counter under the names that its descriptor gives it.
     *
     * @param value may be asked from any thread; never falls
     */
    public void count(CounterDescriptor names, LongSupplier value) {
        if (!names.isMetric()) {
            return;
        }
        FunctionCounter.Builder<LongSupplier> meter = FunctionCounter.builder(
                        PREFIX + names.metric(), value, LongSupplier::getAsLong)
                .description(names.help());
        if (!names.label().isEmpty()) {
            meter.tag(names.label(), names.labelValue());
        }
        meter.register(registry);
        shown.put(names.metricJsonKey(), new Shown(names.jsonKey(), value));
    }

    /**
     * Shows one more whole number that is as it is now.
     *
     * @param metric below {@code jitsi_jvb_}, and the same in the flat object
     * @param value may be asked from any thread
     */
    public void gauge(String metric, String help, LongSupplier value) {
        gaugeAs(metric, metric, help, value);
    }

    /** The same where deployments know the JSON key by another name. */
    public void gaugeAs(String key, String metric, String help, LongSupplier value) {
        Gauge.builder(PREFIX + metric, value, LongSupplier::getAsLong)
                .description(help)
                .register(registry);
        shown.put(metric, new Shown(key, value));
    }

    /**
     * Recomputes the rates over the time since the last call; the first call only takes the starting point.
     *
     * @param nowNs monotonic time
     */
    public void collect(long nowNs) {
        StatsReading now = read();
        StatsReading before = lastCollected;
        long elapsedNs = nowNs - lastCollectedNs;
        if (before != null && elapsedNs <= 0) {
            return;
        }
        Rates flow = before == null ? Rates.NONE : Rates.between(before, now, elapsedNs);
        rates = flow.withStress(stress(flow));
        lastCollected = now;
        lastCollectedNs = nowNs;
        show(now.withRates(rates));
    }

    private double stress(Rates flow) {
        double measured = switch (load.measurement()) {
            case CPU_USAGE -> Math.max(0, sources.cpuUsage().getAsDouble());
            case PACKET_RATE -> flow.incomingPacketsPerSecond() + flow.outgoingPacketsPerSecond();
        };
        return Double.isNaN(measured) ? 0 : measured / load.threshold();
    }

    /** How loaded the bridge is, as last collected: 1 = the limit, may be more. */
    public double stressLevel() {
        return rates.stress();
    }

    /**
     * The flat object of {@code /colibri/stats}: numbers, booleans and texts. Counts are of now, rates are those of the
     * last {@link #collect}.
     */
    public Map<String, Object> json() {
        StatsReading now = refresh();
        Map<String, Object> json = new LinkedHashMap<>();
        for (Figure figure : figures) {
            if (!figure.jsonKey().isEmpty()) {
                json.put(figure.jsonKey(), figure.jsonValue(now));
            }
        }
        new TreeMap<>(now.media().droppedByReason())
                .forEach((reason, count) -> json.put("total_dropped_packets_" + reason, count));
        for (Shown figure : shown.values()) {
            if (!figure.jsonKey().isEmpty()) {
                json.put(figure.jsonKey(), figure.value().getAsLong());
            }
        }
        json.put("current_timestamp", TIMESTAMP.format(sources.wallClock().instant()));
        json.put("version", facts.version());
        facts.region().ifPresent(region -> json.put("region", region));
        facts.relayId().ifPresent(id -> json.put("relay_id", id));
        facts.release().ifPresent(release -> json.put("release", release));
        json.put("media_io", facts.mediaIo());
        json.put("media_runs", facts.mediaRuns());
        json.put("srtp_crypto", facts.srtpCrypto());
        return json;
    }

    /**
     * The page for {@code /metrics}.
     *
     * @param accept value of the request's {@code Accept} header, null when there was none
     */
    public MetricsPage metrics(@Nullable String accept) {
        StatsReading now = refresh();
        MetricsFormat format = MetricsFormat.negotiate(accept);
        String body = switch (format) {
            case OPEN_METRICS, TEXT -> scrape(format);
            case JSON -> metricsJson(now);
        };
        return new MetricsPage(format.contentType(), body);
    }

    /**
     * On a platform thread: a BufferedWriter that is made on a virtual thread, as requests' are, begins with 512
     * characters and grows by a few at each write, which would leave 4 MB to the collector for a page of 40 kB.
     */
    private String scrape(MetricsFormat format) {
        return CompletableFuture.supplyAsync(() -> registry.scrape(format.contentType()))
                .join();
    }

    private String metricsJson(StatsReading now) {
        Map<String, Object> json = new LinkedHashMap<>();
        for (Figure figure : figures) {
            if (figure.isMetric()) {
                json.put(figure.metricJsonKey(), figure.jsonValue(now));
            }
        }
        new TreeMap<>(now.media().droppedByReason())
                .forEach((reason, count) -> json.put("dropped_packets_total{reason=" + reason + "}", count));
        shown.forEach((key, figure) -> json.put(key, figure.value().getAsLong()));
        try {
            return JSON.writeValueAsString(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a map of numbers can be written as JSON", e);
        }
    }

    private StatsReading refresh() {
        StatsReading now = read().withRates(rates);
        show(now);
        return now;
    }

    private StatsReading read() {
        return new StatsReading(
                sources.media().get(),
                sources.conferences().get(),
                sources.state().get(),
                sources.jvm().get(),
                Rates.NONE);
    }

    private void show(StatsReading now) {
        latest = now;
        for (String reason : now.media().droppedByReason().keySet()) {
            if (reasonsSeen.add(reason)) {
                registerDropped(reason);
            }
        }
    }

    private void registerDropped(String reason) {
        FunctionCounter.builder(PREFIX + "dropped_packets", this, self -> self.dropped(reason))
                .tag("reason", reason)
                .description("Packets that a room refused, by reason.")
                .register(registry);
    }

    private long dropped(String reason) {
        return latest.media().droppedByReason().getOrDefault(reason, 0L);
    }

    private void register(Figure figure) {
        String name = PREFIX + figure.metric();
        switch (figure.kind()) {
            case TOTAL ->
                FunctionCounter.builder(name, this, self -> figure.value().applyAsDouble(self.latest))
                        .description(figure.help())
                        .register(registry);
            case COUNT, LEVEL, FLAG ->
                Gauge.builder(name, this, self -> figure.value().applyAsDouble(self.latest))
                        .description(figure.help())
                        .register(registry);
        }
    }

    /** How well sending and receiving are batched. */
    private void registerSizes() {
        for (int i = 0; i < IoTotals.SIZES.size(); i++) {
            int index = i;
            count(
                    CounterDescriptor.labelled(
                            "udp_messages_sent",
                            "datagrams",
                            IoTotals.SIZES.get(i),
                            "What the kernel took at once for one receiver, by its datagrams."),
                    () -> latest.media().io().runsBySize().get(index));
            count(
                    CounterDescriptor.labelled(
                            "udp_receives",
                            "datagrams",
                            IoTotals.SIZES.get(i),
                            "System calls that received something, by their datagrams."),
                    () -> latest.media().io().receivesBySize().get(index));
        }
    }

    private void registerFacts() {
        Gauge.builder(PREFIX + "build", () -> 1)
                .description("Always 1; the labels say what runs here.")
                .tag("version", facts.version())
                .tag("region", facts.region().orElse(""))
                .tag("relay_id", facts.relayId().orElse(""))
                .tag("media_io", facts.mediaIo())
                .tag("media_runs", facts.mediaRuns())
                .tag("srtp_crypto", facts.srtpCrypto())
                .register(registry);
    }
}
