package org.starbridge.benchmarks.ladder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.series.ThreadKind;

class CoreSharesTest {
    private static JsonNode report(String text) throws Exception {
        return new ObjectMapper().readTree(text.replace('\'', '"'));
    }

    @Test
    void splitsAProcessByWhatItsThreadsAreFor() throws Exception {
        CoreShares shares = CoreShares.of(report("""
                {'seconds': 10.0, 'bridgeCpuNanos': 1000000000, 'bridgeThreadNanos': {'media-0': 300000000,
                 'media-1': 100000000, 'timer': 200000000, 'dtls-records-1': 50000000, 'C2 CompilerThre': 20000000,
                 'Finalizer': 30000000}}"""));
        assertThat(shares.all()).isEqualTo(10, within(1e-9));
        assertThat(shares.of(ThreadKind.MEDIA)).isEqualTo(4, within(1e-9));
        assertThat(shares.of(ThreadKind.CONTROL)).isEqualTo(2, within(1e-9));
        assertThat(shares.of(ThreadKind.DTLS)).isEqualTo(0.5, within(1e-9));
        assertThat(shares.of(ThreadKind.COMPILER)).isEqualTo(0.2, within(1e-9));
        assertThat(shares.of(ThreadKind.GC)).isZero();
        assertThat(shares.of(ThreadKind.OTHER))
                .as("the finalizer, and threads without a known name")
                .isEqualTo(3.3, within(1e-9));
    }

    @Test
    void saysThatNothingWasMeasured() throws Exception {
        JsonNode report = report("{'seconds': 10.0, 'bridgeCpuNanos': null}");
        assertThatThrownBy(() -> CoreShares.of(report)).isInstanceOf(LadderException.class);
    }

    @Test
    void showsTheDifferencesOfMedians() {
        CoreShares silent = CoreShares.median(List.of(media(1), media(9), media(2)));
        CoreShares talking = CoreShares.median(List.of(media(5), media(6)));
        assertThat(silent.beside("silent", List.of(media(4).named("to one"), talking.named("to each other"))))
                .anyMatch(line -> line.matches("of a core +silent +to one +difference +to each other +difference"))
                .anyMatch(line -> line.matches("media +2.00 % +4.00 % +2.00 % +5.50 % +3.50 %"))
                .anyMatch(line -> line.matches("GC +0.00 % +0.00 % +0.00 % +0.00 % +0.00 %"))
                .anyMatch(line -> line.matches("the whole bridge +3.00 % +5.00 % +2.00 % +6.50 % +3.50 %"));
    }

    private static CoreShares media(double share) {
        return new CoreShares(share + 1, Map.of(ThreadKind.MEDIA, share));
    }
}
