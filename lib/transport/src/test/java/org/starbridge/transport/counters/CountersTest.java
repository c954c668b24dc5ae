package org.starbridge.transport.counters;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CountersTest {
    private enum Fruit implements Counter {
        APPLES,
        PEARS;

        @Override
        public CounterDescriptor descriptor() {
            return CounterDescriptor.labelled("fruit", "kind", "apples", "Fruit.");
        }
    }

    @Test
    void ownedCountersPublishACopyThatStaysAsItIs() {
        OwnedCounters<Fruit> counters = new OwnedCounters<>(Fruit.class);
        counters.increment(Fruit.APPLES);
        counters.add(Fruit.APPLES, 2);
        counters.set(Fruit.PEARS, 7);
        Counts<Fruit> copy = counters.copy();
        counters.increment(Fruit.APPLES);
        assertThat(copy.get(Fruit.APPLES)).isEqualTo(3);
        assertThat(copy.get(Fruit.PEARS)).isEqualTo(7);
        assertThat(counters.get(Fruit.APPLES)).isEqualTo(4);
    }

    @Test
    void countsAreAddedCounterByCounter() {
        Counts<Fruit> sum = Counts.of(Fruit.class, Map.of(Fruit.PEARS, 5L))
                .plus(Counts.of(Fruit.class, Map.of(Fruit.PEARS, 6L, Fruit.APPLES, 1L)))
                .plus(Counts.none(Fruit.class));
        assertThat(sum.get(Fruit.APPLES)).isEqualTo(1);
        assertThat(sum.get(Fruit.PEARS)).isEqualTo(11);
    }

    @Test
    void sharedCountersLoseNoIncrementOfSeveralThreads() {
        SharedCounters<Fruit> counters = new SharedCounters<>(Fruit.class);
        IntStream.range(0, 10_000).parallel().forEach(_ -> counters.increment(Fruit.PEARS));
        counters.add(Fruit.PEARS, 5);
        assertThat(counters.get(Fruit.PEARS)).isEqualTo(10_005);
        assertThat(counters.get(Fruit.APPLES)).isZero();
        assertThat(counters.all()).containsExactly(Fruit.APPLES, Fruit.PEARS);
    }

    @Test
    void namesFollowTheMetric() {
        assertThat(CounterDescriptor.total("nacks_sent", "NACKs."))
                .isEqualTo(
                        new CounterDescriptor("nacks_sent", "total_nacks_sent", "nacks_sent_total", "", "", "NACKs."));
        assertThat(Fruit.APPLES.descriptor())
                .isEqualTo(new CounterDescriptor(
                        "fruit", "total_fruit_apples", "fruit_apples_total", "kind", "apples", "Fruit."));
        assertThat(CounterDescriptor.refused("channels").metricJsonKey()).isEqualTo("refused_total{what=channels}");
        assertThat(CounterDescriptor.internal("Nowhere.").isMetric()).isFalse();
        assertThat(CounterDescriptor.internal("Nowhere.").hasJsonKey()).isFalse();
    }
}
