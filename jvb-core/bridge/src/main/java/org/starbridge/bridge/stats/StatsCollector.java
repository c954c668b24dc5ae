package org.starbridge.bridge.stats;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Turns the sources' figures into what readers see. {@link #collect} is called by one thread, every
 * {@code stats.interval}; pages may be asked for from any thread.
 */
public final class StatsCollector {
    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final StatsSources sources;
    private final LoadConfig load;
    private final BridgeFacts facts;
    private final List<Figure> figures;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    private final ComponentMeters meters = new ComponentMeters(registry);
    private final ConferenceSizes sizes;
    private final Set<String> reasonsSeen = ConcurrentHashMap.newKeySet();

    private volatile @Nullable TransitTimes transits;
    private @Nullable StatsReading lastCollected;
    private long lastCollectedNs;
    private volatile Rates rates = Rates.NONE;
    private final StressLevel stress;
    private volatile double lastMeasured;
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
        stress = new StressLevel(load.averageParticipantStress());
        // Our names are Prometheus names already. The registry's own convention would take "_created" off
        // conferences_created and so make it one with the gauge conferences.
        registry.config().namingConvention((name, _, _) -> name);
        this.figures = Figures.all(facts, stats.jvm(), load.averageParticipantStress());
        for (Figure figure : figures) {
            if (figure.isMetric()) {
                register(figure);
            }
        }
        sizes = new ConferenceSizes(registry);
        BatchSizes.show(meters, () -> latest.media().io());
        registerFacts();
    }

    /** Shows how long packets are in the bridge, too. */
    public void show(TransitTimes transit) {
        transit.show(registry);
        transits = transit;
    }

    /** Returns the meters that components add. */
    public ComponentMeters meters() {
        return meters;
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
        stress.measure(measure(flow) / load.threshold(), localEndpoints(now) - arriving(now));
        rates = flow.withStress(stressLevel());
        lastCollected = now;
        sizes.collect(now.conferences().sizes());
        lastCollectedNs = nowNs;
        show(now.withRates(rates));
        TransitTimes transit = transits;
        if (transit != null) {
            transit.collect();
        }
    }

    private static long localEndpoints(StatsReading reading) {
        return reading.conferences().count(ConferenceGauge.ENDPOINTS)
                - reading.conferences().count(ConferenceGauge.RELAYED_ENDPOINTS);
    }

    private static long arriving(StatsReading reading) {
        return reading.conferences().count(ConferenceGauge.ARRIVING_ENDPOINTS);
    }

    private double measure(Rates flow) {
        double measured = switch (load.measurement()) {
            case CPU_USAGE -> Math.max(0, sources.cpuUsage().getAsDouble());
            case PACKET_RATE -> flow.incomingPacketsPerSecond() + flow.outgoingPacketsPerSecond();
        };
        lastMeasured = Double.isNaN(measured) ? 0 : measured;
        return lastMeasured;
    }

    /**
     * Components of the stress level: the measurement, its value as last collected, the value that is stress 1, and
     * what endpoints add that it does not contain yet.
     */
    public Map<String, Object> load() {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("measurement", load.measurement().name().toLowerCase(Locale.ROOT));
        view.put("measured", lastMeasured);
        view.put("threshold", load.threshold());
        view.put("arriving", stressLevel() - stress.measured());
        view.put("process_cpu", StatsSources.processCpuUsage());
        return view;
    }

    /**
     * Returns how loaded the bridge is as a focus has to see it: as last collected, with what endpoints that have come
     * since will add; 1 = the limit, may be more.
     */
    public double stressLevel() {
        return stress.expected(sources.endpoints().getAsInt());
    }

    /** Returns how loaded the bridge was when that was last collected: 1 = the limit, may be more. */
    public double measuredStress() {
        return stress.measured();
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
        meters.addTo(json);
        TransitTimes transit = transits;
        if (transit != null) {
            json.putAll(transit.json());
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
        meters.addMetricsTo(json);
        try {
            return JSON.writeValueAsString(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a map of numbers can be written as JSON", e);
        }
    }

    private StatsReading refresh() {
        StatsReading now = read().withRates(rates.withStress(stressLevel()));
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
        FunctionCounter.builder(ComponentMeters.PREFIX + "dropped_packets", this, self -> self.dropped(reason))
                .tag("reason", reason)
                .description("Packets dropped by the media workers, by reason.")
                .register(registry);
    }

    private long dropped(String reason) {
        return latest.media().droppedByReason().getOrDefault(reason, 0L);
    }

    private void register(Figure figure) {
        String name = ComponentMeters.PREFIX + figure.metric();
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

    private void registerFacts() {
        Gauge.builder(ComponentMeters.PREFIX + "build", () -> 1)
                .description("Always 1; the labels describe this bridge.")
                .tag("version", facts.version())
                .tag("region", facts.region().orElse(""))
                .tag("relay_id", facts.relayId().orElse(""))
                .tag("media_io", facts.mediaIo())
                .tag("media_runs", facts.mediaRuns())
                .tag("srtp_crypto", facts.srtpCrypto())
                .register(registry);
    }
}
