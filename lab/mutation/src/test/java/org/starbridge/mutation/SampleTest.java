package org.starbridge.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.pitest.mutationtest.build.MutationInterceptorFactory;

class SampleTest {
    private static List<Integer> kept(long seed, int oneIn) {
        Sample sample = new Sample(seed, oneIn);
        return IntStream.range(0, 10_000)
                .filter(i -> sample.isKept("mutation " + i))
                .boxed()
                .toList();
    }

    @Test
    void oneInTenIsATenth() {
        assertThat(kept(1, 10)).hasSizeBetween(900, 1100);
        assertThat(kept(1, 1)).hasSize(10_000);
    }

    @Test
    void theSeedDecides() {
        assertThat(kept(7, 10)).isEqualTo(kept(7, 10));
        List<Integer> both = kept(7, 10).stream().filter(kept(8, 10)::contains).toList();
        assertThat(both).as("by chance one in a hundred").hasSizeBetween(60, 140);
    }

    @Test
    void aShareIsOneOfAtLeastOne() {
        assertThatThrownBy(() -> new Sample(1, 0)).hasMessage("one in 0: expected 1 or more");
    }

    @Test
    void pitFindsIt() {
        assertThat(ServiceLoader.load(MutationInterceptorFactory.class))
                .anySatisfy(factory -> assertThat(factory).isInstanceOf(SampleFactory.class));
    }
}
