package org.starbridge.bridge.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SignatureTest {
    /** The example of the specification of Standard Webhooks. */
    @Test
    void itIsThatOfStandardWebhooks() {
        assertThat(new Signature("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
                        .of("msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, "{\"test\": 2432232314}"))
                .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    void anotherSecretIsTakenAsItIs() {
        assertThat(new Signature("0123456789abcdef").of("a", 1, "b"))
                .isNotEqualTo(new Signature("0123456789abcdeg").of("a", 1, "b"));
    }
}
