package org.starbridge.bridge.xmpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.bridge.xmpp.MucClientConfig.ControlRole;
import org.starbridge.bridge.xmpp.MucClientConfig.Security;

class MucClientConfigTest {
    private static Map<String, String> stock() {
        return new HashMap<>(Map.of(
                "HOSTNAME", "xmpp.example",
                "USERNAME", "jvb",
                "PASSWORD", "s3cret",
                "MUC_JIDS", "jvbbrewery@internal.example, other@internal.example",
                "MUC_NICKNAME", "jvb-7"));
    }

    @Test
    void namesAreReadInAnyCaseAndTheRestHasDefaults() {
        MucClientConfig config = MucClientConfig.of("shard", stock());

        assertThat(config.hostname()).isEqualTo("xmpp.example");
        assertThat(config.domain()).isEqualTo("xmpp.example");
        assertThat(config.port()).isEqualTo(5222);
        assertThat(config.mucJids()).isEqualTo(List.of("jvbbrewery@internal.example", "other@internal.example"));
        assertThat(config.verifiesCertificate()).isTrue();
        assertThat(config.security()).isEqualTo(Security.REQUIRED);
        assertThat(config.controlRole()).isEqualTo(ControlRole.OCCUPANT);
    }

    @ParameterizedTest
    @CsvSource({
        "localhost,'',IFPOSSIBLE",
        "127.0.0.1,'',IFPOSSIBLE",
        "::1,'',IFPOSSIBLE",
        "xmpp.example,'',REQUIRED",
        "localhost,required,REQUIRED",
        "xmpp.example,Disabled,DISABLED",
        "xmpp.example,ifpossible,IFPOSSIBLE"
    })
    void tlsIsNeededUnlessTheServerIsHere(String hostname, String mode, Security expected) {
        Map<String, String> properties = stock();
        properties.put("HOSTNAME", hostname);
        properties.put("security_mode", mode);

        assertThat(MucClientConfig.of("shard", properties).security()).isEqualTo(expected);
    }

    @Test
    void whatIsMissingIsNamedAndThePasswordIsNot() {
        Map<String, String> properties = stock();
        properties.remove("MUC_JIDS");
        properties.put("MUC_NICKNAME", " ");

        assertThatThrownBy(() -> MucClientConfig.of("shard", properties))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("shard")
                .hasMessageContaining("muc_jids, muc_nickname")
                .hasMessageNotContaining("s3cret");
        assertThat(MucClientConfig.of("shard", stock()).toString()).doesNotContain("s3cret");
    }

    @Test
    void theRoleOfAFocusCanBeAskedFor() {
        Map<String, String> properties = stock();
        properties.put("CONTROL_ROLE", "Owner");

        assertThat(MucClientConfig.of("shard", properties).controlRole()).isEqualTo(ControlRole.OWNER);
    }

    @Test
    void aListOfNoRoomsIsNoList() {
        Map<String, String> properties = stock();
        properties.put("MUC_JIDS", ",");

        assertThatThrownBy(() -> MucClientConfig.of("shard", properties))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("muc_jids");
    }

    @ParameterizedTest
    @CsvSource({"port,x", "port,0", "port,65536", "security_mode,always", "control_role,king"})
    void whatCannotBeIsNamed(String key, String value) {
        Map<String, String> properties = stock();
        properties.put(key, value);

        assertThatThrownBy(() -> MucClientConfig.of("shard", properties))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(key)
                .hasMessageContaining(value);
    }
}
