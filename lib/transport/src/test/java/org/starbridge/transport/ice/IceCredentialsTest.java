package org.starbridge.transport.ice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class IceCredentialsTest {
    @Test
    void randomOnesAreIceCharsOfTheRfcsLengthsAndDiffer() {
        Random random = new Random(1);
        Set<String> ufrags = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            IceCredentials credentials = IceCredentials.random(random);
            assertThat(credentials.ufrag()).matches("[A-Za-z0-9+/]{8}");
            assertThat(credentials.password()).matches("[A-Za-z0-9+/]{24}");
            ufrags.add(credentials.ufrag());
        }
        assertThat(ufrags).hasSize(10_000);
    }

    @Test
    void refusesWhatWouldConfuseAParserWithoutShowingThePassword() {
        String password = "p".repeat(22);
        assertThatIllegalArgumentException().isThrownBy(() -> new IceCredentials("abc", password));
        assertThatIllegalArgumentException().isThrownBy(() -> new IceCredentials("ab:cd", password));
        assertThatIllegalArgumentException().isThrownBy(() -> new IceCredentials("a".repeat(257), password));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new IceCredentials("abcd", "secret"))
                .withMessageNotContaining("secret");
        assertThat(new IceCredentials("abcd", password).toString()).doesNotContain(password);
    }
}
