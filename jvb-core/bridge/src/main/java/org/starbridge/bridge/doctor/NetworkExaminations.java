package org.starbridge.bridge.doctor;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.nat.StunMapping;
import org.starbridge.bridge.nat.StunServer;

/** Ports and addresses, as clients will see them. */
final class NetworkExaminations {
    /** The examination of whether clients reach the bridge. */
    static final String REACHABILITY = "addresses";

    private final BridgeConfig config;
    private final List<StunServer> stunServers;

    NetworkExaminations(BridgeConfig config, @Nullable StunServer stun) {
        this.config = config;
        List<StunServer> servers =
                new ArrayList<>(config.network().publicAddresses().stunServers());
        if (stun != null) {
            servers.addFirst(stun);
        }
        stunServers = List.copyOf(servers);
    }

    List<Examination> all() {
        List<Examination> all = new ArrayList<>();
        all.add(new Examination(
                "media port UDP " + config.network().ice().udpPort(),
                () -> mediaPort(config.network().ice().udpPort())));
        all.add(reachability());
        if (config.servers().privateHttp().isEnabled()) {
            int port = config.servers().privateHttp().port();
            all.add(new Examination("private HTTP port " + port, () -> httpPort(port)));
        }
        if (config.servers().publicHttp().isEnabled()) {
            int port = config.servers().publicHttp().port();
            all.add(new Examination("public HTTP port " + port, () -> httpPort(port)));
        }
        return all;
    }

    /** Under which addresses clients outside this machine reach the bridge, if they do. */
    Examination reachability() {
        return new Examination(REACHABILITY, this::addresses);
    }

    static Finding mediaPort(int port) {
        try (DatagramSocket _ = new DatagramSocket(new InetSocketAddress(port))) {
            return Finding.ok("free; firewalls have to allow UDP to it");
        } catch (IOException e) {
            return Finding.warning(
                    "in use (" + e.getMessage() + ")",
                    "ignore this if it is the bridge; otherwise stop that program, or change videobridge.ice.udp.port");
        }
    }

    static Finding httpPort(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(port));
            return Finding.ok("free");
        } catch (IOException e) {
            return Finding.warning(
                    "in use (" + e.getMessage() + ")",
                    "ignore this if it is the bridge; otherwise stop that program, or choose another port");
        }
    }

    private Finding addresses() throws IOException, InterruptedException {
        return judge(locals());
    }

    Finding judge(List<InetAddress> locals) throws IOException, InterruptedException {
        String named = locals.isEmpty()
                ? "none"
                : String.join(
                        ", ", locals.stream().map(InetAddress::getHostAddress).toList());
        if (!config.network().ice().staticMappings().isEmpty()) {
            return Finding.ok(
                    named + ", with static mappings: " + config.network().ice().staticMappings());
        }
        if (!stunServers.isEmpty()) {
            return byStun(locals, named);
        }
        if (locals.isEmpty()) {
            return Finding.error(
                    "no client outside this machine can reach the bridge, because it has no IPv4 address but the loopback"
                            + " one",
                    "give the machine, or the container, a network, or set ice4j.harvest.mapping.static-mappings");
        }
        boolean isReachable = locals.stream().anyMatch(each -> !each.isSiteLocalAddress());
        return isReachable
                ? Finding.ok(named)
                : Finding.warning(
                        named + ": clients outside this network cannot reach these",
                        "set ice4j.harvest.mapping.stun.addresses or .static-mappings if clients come from outside; "
                                + "--stun HOST:PORT shows the address that a STUN server sees");
    }

    private Finding byStun(List<InetAddress> locals, String named) throws IOException, InterruptedException {
        Map<InetAddress, InetAddress> seen = new StunMapping(stunServers, () -> locals, new SecureRandom())
                .ask()
                .orElse(Map.of());
        String text = named + "; outside: "
                + String.join(
                        ", ",
                        seen.values().stream()
                                .map(InetAddress::getHostAddress)
                                .distinct()
                                .toList());
        if (seen.entrySet().stream().allMatch(each -> each.getKey().equals(each.getValue()))) {
            return Finding.ok(text);
        }
        return config.network().publicAddresses().stunServers().isEmpty()
                ? Finding.warning(
                        text + ", which is not offered to clients",
                        "set ice4j.harvest.mapping.stun.addresses or .static-mappings, and let the NAT forward UDP "
                                + config.network().ice().udpPort())
                : Finding.ok(text + "; the NAT has to forward UDP "
                        + config.network().ice().udpPort());
    }

    private static List<InetAddress> locals() throws IOException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                .toList();
    }
}
