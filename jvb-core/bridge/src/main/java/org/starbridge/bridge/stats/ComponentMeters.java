package org.starbridge.bridge.stats;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongSupplier;
import org.starbridge.transport.counters.Counter;
import org.starbridge.transport.counters.CounterDescriptor;
import org.starbridge.transport.counters.SharedCounters;

/**
 * The counters and gauges that components of the bridge add to its statistics, in the Prometheus registry and under
 * their keys in JSON. Meters may be added from any thread.
 */
public final class ComponentMeters {
    /** Every metric's name begins with this. */
    static final String PREFIX = "jitsi_jvb_";

    private final MeterRegistry registry;

    /**
     * One meter. Micrometer holds suppliers weakly; here they are kept.
     *
     * @param jsonKey key of the flat object; empty = not there
     */
    private record Shown(String jsonKey, LongSupplier value) {}

    /** By key of the JSON form of the Prometheus page. */
    private final Map<String, Shown> shown = new ConcurrentSkipListMap<>();

    ComponentMeters(MeterRegistry registry) {
        this.registry = registry;
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

    /** Adds the values to the flat object of {@code /colibri/stats}. */
    void addTo(Map<String, Object> json) {
        for (Shown meter : shown.values()) {
            if (!meter.jsonKey().isEmpty()) {
                json.put(meter.jsonKey(), meter.value().getAsLong());
            }
        }
    }

    /** Adds the values to the JSON form of the Prometheus page. */
    void addMetricsTo(Map<String, Object> json) {
        shown.forEach((key, meter) -> json.put(key, meter.value().getAsLong()));
    }
}
