package org.starbridge.bridge.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricsFormatTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            text/plain                                                                    | TEXT
            TEXT/Plain; version=0.0.4                                                     | TEXT
            application/json                                                              | JSON
            application/openmetrics-text; version=1.0.0                                   | OPEN_METRICS
            */*                                                                           | OPEN_METRICS
            text/*                                                                        | TEXT
            text/html                                                                     | TEXT
            ''                                                                            | TEXT
            application/json;q=0.5, text/plain;q=0.9                                      | TEXT
            application/json;q=0.5, text/plain;q=0                                        | JSON
            text/html, application/json                                                   | JSON
            application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.2 | OPEN_METRICS
            application/json;q=nonsense, text/plain                                       | TEXT
            application/json, text/plain                                                  | JSON
            ;;;,,;q=                                                                      | TEXT
            """)
    void theHeaviestKnownRangeWins(String accept, MetricsFormat expected) {
        assertThat(MetricsFormat.negotiate(accept)).isEqualTo(expected);
    }

    @Test
    void whoAsksForNothingGetsText() {
        assertThat(MetricsFormat.negotiate(null)).isEqualTo(MetricsFormat.TEXT);
    }
}
