package org.starbridge.bridge.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.bridge.config.reader.NamePatterns;

class AllowedHostsTest {
    @Test
    void hostsAreAllowedByNameOrBelowAName() throws Exception {
        AllowedHosts hosts = new AllowedHosts(List.of("stt.example", "*.Trusted.example"));
        assertThat(hosts.mayAllow("STT.example")).isTrue();
        assertThat(hosts.mayAllow("a.trusted.example")).isTrue();
        assertThat(hosts.mayAllow("trusted.example")).isFalse();
        assertThat(hosts.mayAllow("eviltrusted.example")).isFalse();
        assertThat(hosts.mayAllow("stt.example.evil.example")).isFalse();
        assertThat(hosts.mayAllow("192.0.2.1")).isFalse();
    }

    @Test
    void byDefaultHostsWithPublicAddressesAreAllowed() {
        AllowedHosts hosts = FreePorts.config().services().export().allowedHosts();
        assertThat(hosts).isEqualTo(ExportConfig.DEFAULT.allowedHosts()).isEqualTo(AllowedHosts.ALL_PUBLIC);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.8.8.8",
                "0.0.0.0",
                "0.1.2.3",
                "10.1.2.3",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "169.254.169.254",
                "100.64.0.1",
                "100.127.255.255",
                "198.18.0.1",
                "198.19.0.1",
                "224.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::7f00:1",
                "::ffff:127.0.0.1",
                "::ffff:10.0.0.1",
                "fe80::1",
                "fec0::1",
                "fc00::1",
                "fd12::1",
                "ff02::1",
                "64:ff9b::7f00:1",
                "64:ff9b::a9fe:a9fe",
                "2002:7f00:1::"
            })
    void anAddressOfAPrivateNetworkIsNotPublic(String address) throws Exception {
        assertThat(AllowedHosts.isPublic(InetAddress.ofLiteral(address))).isFalse();
        assertThat(AllowedHosts.ALL_PUBLIC.address(address.contains(":") ? "[" + address + "]" : address))
                .isEmpty();
        assertThat(AllowedHosts.ALL.address(address)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "8.8.8.8",
                "1.1.1.1",
                "172.15.0.1",
                "172.32.0.1",
                "100.63.0.1",
                "100.128.0.1",
                "198.17.0.1",
                "198.20.0.1",
                "192.167.0.1",
                "169.253.0.1",
                "223.255.255.1",
                "2001:4860:4860::8888",
                "2a00::1",
                "64:ff9b::808:808",
                "::ffff:8.8.8.8"
            })
    void othersArePublic(String address) throws Exception {
        assertThat(AllowedHosts.isPublic(InetAddress.ofLiteral(address))).isTrue();
        assertThat(AllowedHosts.ALL_PUBLIC.address(address.contains(":") ? "[" + address + "]" : address))
                .isPresent();
    }

    @Test
    void localhostIsNotPublicButMayBeNamed() throws Exception {
        assertThat(AllowedHosts.ALL_PUBLIC.mayAllow("localhost")).isTrue();
        assertThat(AllowedHosts.ALL_PUBLIC.address("localhost")).isEmpty();
        assertThat(new AllowedHosts(List.of("public", "localhost")).address("localhost"))
                .isPresent();
    }

    private static RoomExport room(String url) {
        return new RoomExport(NamePatterns.ALL, url, "transcriber", Map.of(), 0);
    }

    @Test
    void hostsOfConfiguredRoomsAreAllowed() {
        assertThat(room("ws://localhost:8080/{room}").host()).contains("localhost");
        assertThat(room("ws://{room}.example/").host()).isEmpty();
        assertThat(room("ws://a b/").host()).isEmpty();
    }
}
