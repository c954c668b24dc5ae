package org.starbridge.transport.srtp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SrtpStatusTest {
    @ParameterizedTest
    @EnumSource(SrtpStatus.class)
    void aResultTellsItsStatus(SrtpStatus status) {
        assertThat(SrtpStatus.of(status.result())).isEqualTo(status);
        assertThat(status.result()).isNotPositive();
        assertThat(status.sentence()).endsWith(".");
    }

    @Test
    void everyLengthIsOk() {
        assertThat(SrtpStatus.of(1200)).isEqualTo(SrtpStatus.OK);
    }
}
