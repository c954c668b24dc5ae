package org.starbridge.transport.srtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

class LibcryptoTest {
    @Test
    void saysWhatWasTriedWhereItIsMissing() {
        Libcrypto.Library library = Libcrypto.Library.find(List.of("libcrypto.so.nowhere", "libm.so.6"));
        assertThat(library.symbols()).isNull();
        assertThat(library.whyMissing())
                .startsWith("OpenSSL's libcrypto is not usable on this machine: libcrypto.so.nowhere cannot be loaded;")
                .contains("Install OpenSSL 3: ")
                .endsWith(".");
    }

    /**
     * Without libcrypto the cost gate and the tests of native ciphers are skipped: continuous integration must notice.
     */
    @Test
    @EnabledIfEnvironmentVariable(named = "STARBRIDGE_REQUIRE_LIBCRYPTO", matches = "true")
    void libcryptoIsHereWhereTheEnvironmentRequiresIt() {
        assertThat(Libcrypto.isAvailable()).as(Libcrypto.whyMissing()).isTrue();
    }

    @Test
    void theProbeTakesLibcryptoWhereItIs() {
        assumeTrue(Libcrypto.isAvailable(), Libcrypto::whyMissing);
        assertThat(SrtpCrypto.whyNotLibcrypto()).isEmpty();
        assertThat(SrtpCrypto.probe().name()).startsWith("libcrypto (OpenSSL ");
        assertThat(SrtpCrypto.jce().name())
                .isEqualTo("jce (Java " + Runtime.version().feature() + ")");
    }
}
