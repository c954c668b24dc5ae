package org.starbridge.bridge.hls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.bridge.config.reader.ConfigException;

class HlsConfigTest {
    private static HlsConfig config(String segment, String part, String window, String idle) {
        HlsConfig usual = HlsConfig.DEFAULT;
        return new HlsConfig(
                true,
                usual.rooms(),
                usual.permanentRooms(),
                Duration.parse(segment),
                Duration.parse(part),
                Duration.parse(window),
                usual.maxMegabytes(),
                usual.maxPrograms(),
                usual.maxWaiting(),
                Duration.parse(idle),
                usual.transcode());
    }

    @ParameterizedTest
    @CsvSource({
        "PT1S, PT0.1S, PT3S, PT1S", // the least of all
        "PT20S, PT20S, PT10M, PT24H", // the most
        "PT4S, PT4S, PT12S, PT30S"
    })
    void limitsAreAllowed(String segment, String part, String window, String idle) {
        HlsConfig config = config(segment, part, window, idle);
        assertThat(config.timing().segmentNs())
                .isEqualTo(Duration.parse(segment).toNanos());
        assertThat(config.timing().partNs()).isEqualTo(Duration.parse(part).toNanos());
        assertThat(config.timing().windowNs()).isEqualTo(Duration.parse(window).toNanos());
        assertThat(config.timing().maxBytes()).isEqualTo(32L << 20);
    }

    @ParameterizedTest
    @CsvSource({
        "PT0.999S, PT0.5S, PT45S, PT30S, segment-duration",
        "PT20.001S, PT0.5S, PT65S, PT30S, segment-duration",
        "PT4S, PT0.099S, PT45S, PT30S, part-duration",
        "PT4S, PT4.001S, PT45S, PT30S, part-duration",
        "PT4S, PT0.5S, PT11.999S, PT30S, window",
        "PT4S, PT0.5S, PT10M0.001S, PT30S, window",
        "PT4S, PT0.5S, PT45S, PT0.999S, idle-timeout",
        "PT4S, PT0.5S, PT45S, PT24H0.001S, idle-timeout"
    })
    void whatIsBeyondThemIsRefusedWithItsKey(String segment, String part, String window, String idle, String key) {
        assertThatThrownBy(() -> config(segment, part, window, idle))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("starbridge.hls." + key);
    }
}
