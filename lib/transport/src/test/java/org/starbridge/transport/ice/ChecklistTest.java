package org.starbridge.transport.ice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.transport.ice.IceConnectivityTest.tuple;
import static org.starbridge.transport.ice.VirtualNetwork.address;

import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ChecklistTest {
    private final Checklist checklist =
            new Checklist(IceConfig.defaults(), IceRole.CONTROLLING, new IceCounters(), _ -> {});

    @ParameterizedTest
    @CsvSource({
        "10.0.0.1:1, 10.0.0.2:2, true",
        "10.0.0.1:1, [2001:db8::2]:2, false",
        "[2001:db8::1]:1, [2001:db8::2]:2, true",
        "127.0.0.1:1, 127.0.0.1:2, true",
        "127.0.0.1:1, 10.0.0.2:2, false",
        "10.0.0.1:1, 127.0.0.1:2, false",
        "[::1]:1, [::1]:2, true",
        "[::1]:1, 127.0.0.1:2, false",
        "[fe80::1]:1, [fe80::2]:2, true",
        "[fe80::1]:1, [2001:db8::2]:2, false",
        "[2001:db8::1]:1, [fe80::2]:2, false"
    })
    void pairsWhatCanReachEachOther(String local, String remote, boolean pairs) {
        checklist.addLocal(host(local, 1));
        checklist.addRemote(host(remote, 1));
        assertThat(checklist.pairs()).hasSize(pairs ? 1 : 0);
    }

    @Test
    void givesALinkLocalPeerTheScopeOfOurLink() throws Exception {
        byte[] here = address("[fe80::1]:1").getAddress().getAddress();
        checklist.addLocal(IceCandidate.host(new InetSocketAddress(Inet6Address.getByAddress(null, here, 7), 1), 1));
        checklist.addRemote(host("[fe80::2]:2", 1));
        Inet6Address remote =
                (Inet6Address) checklist.pairs().getFirst().tuple.remote().getAddress();
        assertThat(remote.getScopeId()).isEqualTo(7);
    }

    @Test
    void ordersPairsByTheRfcsFormula() {
        checklist.addLocal(host("10.0.0.1:1", 100));
        checklist.addRemote(host("10.0.0.2:2", 50));
        checklist.addRemote(host("10.0.0.3:3", 200));
        checklist.addRemote(host("10.0.0.4:4", 65535));
        assertThat(checklist.pairs().stream().map(pair -> pair.tuple.remote().getPort()))
                .containsExactly(4, 3, 2);
        CandidatePair pair = checklist.pairs().getLast();
        long g = pair.localPriority;
        long d = pair.remote.priority();
        assertThat(pair.priority).isEqualTo((1L << 32) * Math.min(g, d) + 2 * Math.max(g, d) + 1);
        checklist.rank(IceRole.CONTROLLED);
        assertThat(pair.priority).isEqualTo((1L << 32) * Math.min(g, d) + 2 * Math.max(g, d));
    }

    @Test
    void aLearnedPairTakesThePriorityThatIsSignalledLater() {
        checklist.addLocal(host("10.0.0.1:1", 100));
        CandidatePair learned = Objects.requireNonNull(checklist.learn(tuple("10.0.0.1:1", "10.0.0.2:2"), 5, null));
        IceCandidate signalled = host("10.0.0.2:2", 300);
        checklist.addRemote(signalled);
        assertThat(checklist.pairs()).containsExactly(learned);
        assertThat(learned.remote).isEqualTo(signalled);
    }

    @Test
    void theSelectedPairIsNeverForgottenForANewOne() {
        CandidatePair selected = Objects.requireNonNull(checklist.learn(tuple("10.0.0.1:1", "10.0.0.2:2"), 5, null));
        selected.state = CandidatePair.State.SUCCEEDED;
        for (int port = 1; port < 1000; port++) {
            CandidatePair pair =
                    Objects.requireNonNull(checklist.learn(tuple("10.0.0.1:1", "10.0.0.3:" + port), 9, selected));
            pair.state = CandidatePair.State.SUCCEEDED;
            pair.lastHeardNs = port;
        }
        assertThat(checklist.pairs()).hasSize(16).contains(selected);
        assertThat(checklist.find(tuple("10.0.0.1:1", "10.0.0.3:999"))).isNotNull();
        assertThat(checklist.find(tuple("10.0.0.1:1", "10.0.0.3:1"))).isNull();
    }

    @Test
    void candidatePrioritiesFollowTheRfc() {
        assertThat(IceCandidate.priority(IceCandidate.Type.HOST, 65535, 1)).isEqualTo(2130706431L);
        assertThat(IceCandidate.priority(IceCandidate.Type.PRFLX, 65535, 1)).isEqualTo(1862270975L);
        assertThat(IceCandidate.priority(IceCandidate.Type.SRFLX, 65535, 1)).isEqualTo(1694498815L);
        assertThat(IceCandidate.priority(IceCandidate.Type.RELAY, 65535, 1)).isEqualTo(16777215L);
        assertThat(IceCandidate.priority(IceCandidate.Type.HOST, 0, 256)).isEqualTo(126L << 24);
    }

    private static IceCandidate host(String literal, int localPreference) {
        return IceCandidate.host(address(literal), localPreference);
    }
}
