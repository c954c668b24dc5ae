package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.starbridge.bridge.config.BridgeConfigLoader;

class LoggedAddressesTest {
    private static InetAddress address(String literal) {
        return InetAddress.ofLiteral(literal);
    }

    @Test
    void whatIsOursOrTheOperatorsOwnWordMayBeShown() throws Exception {
        Properties written = new Properties();
        written.setProperty("ice4j.harvest.mapping.static-mappings.0.local-address", "10.7.7.7");
        written.setProperty("ice4j.harvest.mapping.static-mappings.0.public-address", "203.0.113.7");
        written.setProperty("ice4j.harvest.mapping.stun.addresses.0", "198.51.100.1:3478");
        written.setProperty("videobridge.apis.xmpp-client.configs.shard.HOSTNAME", "192.0.2.5");
        written.setProperty("videobridge.apis.xmpp-client.configs.other.HOSTNAME", "xmpp.example.org");
        LoggedAddresses shown = LoggedAddresses.of(BridgeConfigLoader.embedded(written));

        for (String each : new String[] {"10.7.7.7", "203.0.113.7", "198.51.100.1", "192.0.2.5"}) {
            assertThat(shown).as(each).accepts(address(each));
        }
        NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .forEach(ours -> assertThat(shown).accepts(ours));
        assertThat(shown).rejects(address("192.0.2.99"), address("2001:db8::99"));
    }
}
