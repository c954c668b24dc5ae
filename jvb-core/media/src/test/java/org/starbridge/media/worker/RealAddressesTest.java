package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.worker.SocketBridge.ALICE_SSRC;
import static org.starbridge.media.worker.SocketBridge.HOSTS;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.starbridge.media.drop.DropReason;
import org.starbridge.transport.ice.IceConfig;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.ice.Tuple;
import org.starbridge.transport.udp.UdpIo;
import org.starbridge.transport.udp.UdpSocket;

/** Tuples over real sockets: several local addresses, clients that move, sockets that different workers hear. */
@Timeout(120)
@ParameterizedClass
@EnumSource(UdpIo.class)
class RealAddressesTest {
    private final UdpIo io;

    RealAddressesTest(UdpIo io) {
        this.io = io;
    }

    private static List<InetSocketAddress> remotes(List<Tuple> tuples) {
        return tuples.stream().map(Tuple::remote).distinct().toList();
    }

    @Test
    void checksMediaAndRtcpAllComeFromTheAddressThatTheClientChose() throws Exception {
        for (InetAddress host : HOSTS) {
            try (SocketBridge bridge = new SocketBridge(io, 1)) {
                InetSocketAddress ofAlice = bridge.alice.bind("127.0.0.1");
                bridge.bob.bind(host.getAddress().length == 4 ? "127.0.0.1" : "::1");
                assertThat(bridge.connect(host)).as("%s", host).isTrue();
                for (int i = 0; i < 20; i++) {
                    bridge.alice.sendMedia(ofAlice, bridge.at(HOSTS.get(0)), ALICE_SSRC);
                    bridge.run(1);
                }
                assertThat(bridge.bob.media).hasSize(20);
                assertThat(remotes(bridge.bob.media)).containsExactly(bridge.at(host));
                assertThat(remotes(bridge.bob.stun)).containsExactly(bridge.at(host));
                assertThat(bridge.alice.rtcp).isNotEmpty();
                assertThat(remotes(bridge.alice.rtcp)).containsExactly(bridge.at(HOSTS.get(0)));
            }
        }
    }

    /** The client's NAT forgets its mapping: its next consent check comes from somewhere else. */
    @Test
    void mediaFollowsAClientToItsNewAddressAndTheOldOneIsForgotten() throws Exception {
        try (SocketBridge bridge = new SocketBridge(io, 2)) {
            InetSocketAddress ofAlice = bridge.alice.bind("127.0.0.1");
            InetSocketAddress ofBob = bridge.bob.bind("127.0.0.1");
            assertThat(bridge.connect(HOSTS.get(1))).isTrue();
            bridge.alice.sendMedia(ofAlice, bridge.at(HOSTS.get(0)), ALICE_SSRC);
            assertThat(bridge.runUntil(() -> bridge.bob.media.size() == 1, 5)).isTrue();

            bridge.bob.rebind(ofBob);
            int before = bridge.bob.media.size();
            assertThat(bridge.runUntil(
                            () -> {
                                bridge.alice.sendMedia(ofAlice, bridge.at(HOSTS.get(0)), ALICE_SSRC);
                                return bridge.bob.media.size() > before;
                            },
                            15))
                    .isTrue();
            assertThat(remotes(bridge.bob.media)).containsExactly(bridge.at(HOSTS.get(1)));
            assertThat(bridge.tuples()).allMatch(size -> size >= 2);
            bridge.run(120);
            assertThat(bridge.tuples()).containsExactly(2, 2); // one each, and every worker knows both
            bridge.endAlice();
            bridge.run(2);
            assertThat(bridge.tuples()).containsExactly(1, 1);
        }
    }

    /** RFC 7675 section 5.1: authentic media alone proves no address. */
    @Test
    void mediaFromANewAddressIsTakenOnlyAfterAValidCheckFromThere() throws Exception {
        try (SocketBridge bridge = new SocketBridge(io, 2)) {
            InetSocketAddress ofAlice = bridge.alice.bind("127.0.0.1");
            bridge.bob.bind("127.0.0.1");
            assertThat(bridge.connect(HOSTS.get(0))).isTrue();
            InetSocketAddress to = bridge.at(HOSTS.get(0));
            bridge.alice.sendMedia(ofAlice, to, ALICE_SSRC);
            assertThat(bridge.runUntil(() -> bridge.bob.media.size() == 1, 5)).isTrue();
            bridge.run(1);
            long unknownBefore = bridge.dropped("unknown_address");

            bridge.alice.rebind(ofAlice);
            for (int i = 0; i < 10; i++) {
                bridge.alice.sendMedia(ofAlice, to, ALICE_SSRC);
            }
            assertThat(bridge.runUntil(() -> bridge.dropped("unknown_address") == unknownBefore + 10, 2))
                    .isTrue();
            assertThat(bridge.bob.media).hasSize(1);

            assertThat(bridge.runUntil(
                            () -> {
                                bridge.alice.sendMedia(ofAlice, to, ALICE_SSRC);
                                return bridge.bob.media.size() > 1;
                            },
                            15))
                    .isTrue();
        }
    }

    @Test
    void mediaAtAnAddressOfOursThatWasNotAskedIsNotTaken() throws Exception {
        try (SocketBridge bridge = new SocketBridge(io, 1)) {
            InetSocketAddress ofAlice = bridge.alice.bind("127.0.0.1");
            bridge.bob.bind("127.0.0.1");
            assertThat(bridge.connect(HOSTS.get(0))).isTrue();
            bridge.run(1);
            long unknownBefore = bridge.dropped("unknown_address");
            bridge.alice.sendMedia(ofAlice, bridge.at(HOSTS.get(1)), ALICE_SSRC);
            assertThat(bridge.runUntil(() -> bridge.dropped("unknown_address") == unknownBefore + 1, 3))
                    .isTrue();
            assertThat(bridge.bob.media).isEmpty();
        }
    }

    /** A browser checks from several sockets; the kernel's hash gives them to different workers. */
    @Test
    void socketsOfOneClientAreHeardByDifferentWorkersAndAllReachItsOwner() throws Exception {
        try (SocketBridge bridge = new SocketBridge(io, 2)) {
            Map<Integer, InetSocketAddress> byWorker = socketsOfAlice(bridge);
            bridge.bob.bind("127.0.0.1");
            assertThat(bridge.connect(HOSTS.get(0))).isTrue();
            InetSocketAddress to = bridge.at(HOSTS.get(0));
            for (InetSocketAddress from : byWorker.values()) {
                // All of her sockets have checked; whichever was selected, media may come from each of them.
                int before = bridge.bob.media.size();
                assertThat(bridge.runUntil(
                                () -> {
                                    bridge.alice.sendMedia(from, to, ALICE_SSRC);
                                    return bridge.bob.media.size() > before;
                                },
                                20))
                        .as("from %s", from)
                        .isTrue();
            }
            bridge.run(2);
            assertThat(bridge.tuples()).containsExactly(3, 3); // two of hers, known to both workers, and Bob's
        }
    }

    /** Opens sockets until the kernel has given one to each worker. Alice keeps one for each. */
    private static Map<Integer, InetSocketAddress> socketsOfAlice(SocketBridge bridge) throws Exception {
        Map<Integer, InetSocketAddress> byWorker = new HashMap<>();
        SocketClient probe = new SocketClient("probe", bridge.ofAlice, bridge.crypto, bridge.random);
        try {
            for (int i = 0; i < 200 && byWorker.size() < 2; i++) {
                UdpSocket socket = SocketClient.open("127.0.0.1");
                InetSocketAddress local = probe.add(socket);
                List<Long> before = unclassified(bridge);
                probe.send(new Tuple(local, bridge.at(HOSTS.get(0))), new byte[] {99, 0, 0, 0, 0, 0, 0, 0});
                assertThat(bridge.runUntil(() -> !unclassified(bridge).equals(before), 5))
                        .isTrue();
                int worker = unclassified(bridge).get(0).equals(before.get(0)) ? 1 : 0;
                if (byWorker.putIfAbsent(worker, local) == null) {
                    probe.sockets.remove(local);
                    bridge.alice.add(socket);
                }
            }
        } finally {
            probe.close();
        }
        assertThat(byWorker).hasSize(2);
        return byWorker;
    }

    private static List<Long> unclassified(SocketBridge bridge) {
        List<Long> counts = new ArrayList<>();
        for (MediaWorker worker : bridge.workers.workers()) {
            counts.add(Objects.requireNonNull(worker.snapshot().drops().getOrDefault(DropReason.UNCLASSIFIED, 0L)));
        }
        return counts;
    }

    /** A peer that knows the password is the client, and harms itself only; one that does not leaves nothing behind. */
    @Test
    void tuplesAreBoundedForThoseWhoKnowThePasswordAndOutOfReachForOthers() throws Exception {
        try (SocketBridge bridge = new SocketBridge(io, 2)) {
            InetSocketAddress ofAlice = bridge.alice.bind("127.0.0.1");
            bridge.bob.bind("127.0.0.1");
            assertThat(bridge.connect(HOSTS.get(0))).isTrue();
            bridge.run(2);
            List<SocketClient> others = new ArrayList<>();
            try {
                IceCredentials wrong = new IceCredentials(bridge.ofBridge.ufrag(), "a".repeat(24));
                askFromManySockets(bridge, others, 40, wrong);
                assertThat(bridge.tuples()).containsExactly(2, 2);
                assertThat(bridge.dropped("ice_wrong_signature")).isGreaterThanOrEqualTo(40);

                askFromManySockets(bridge, others, 60, bridge.ofBridge);
                assertThat(bridge.tuples())
                        .allMatch(size ->
                                size > 2 && size <= 2 + IceConfig.defaults().maxPeerReflexive());
                assertThat(bridge.dropped("ice_pair_evicted")).isGreaterThanOrEqualTo(40);
            } finally {
                others.forEach(SocketClient::close);
            }
            int before = bridge.bob.media.size();
            assertThat(bridge.runUntil( // the address that she really has was never lost
                            () -> {
                                bridge.alice.sendMedia(ofAlice, bridge.at(HOSTS.get(0)), ALICE_SSRC);
                                return bridge.bob.media.size() > before;
                            },
                            5))
                    .isTrue();
        }
    }

    private static void askFromManySockets(
            SocketBridge bridge, List<SocketClient> others, int count, IceCredentials ofBridge) throws Exception {
        for (int i = 0; i < count; i++) {
            SocketClient other = new SocketClient("other", bridge.ofAlice, bridge.crypto, bridge.random);
            others.add(other);
            other.bind("127.0.0.1");
            other.start(bridge.nowNs, bridge.at(HOSTS.get(0)), ofBridge);
            bridge.runUntil(() -> true, 0);
        }
        bridge.run(2);
    }
}
