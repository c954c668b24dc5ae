package org.starbridge.transport.ice;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.starbridge.fuzz.Input;

/** An agent between a peer that knows the password, strangers who do not, and time that jumps. */
final class IceAgentFuzzTest {
    private static final int MAX_OPERATIONS = 600;
    private static final IceCredentials LOCAL = new IceCredentials("ours", "ourpasswordourpasswordour");
    private static final IceCredentials REMOTE = new IceCredentials("peer", "peerpasswordpeerpassword0");
    private static final IceCredentials OTHER = new IceCredentials("other", "otherpasswordotherpassword");
    private static final StunKey LOCAL_KEY = new StunKey(LOCAL.password());
    private static final StunKey REMOTE_KEY = new StunKey(REMOTE.password());

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Sent(Tuple tuple, byte[] datagram) {}

    /** One input's run. */
    private static final class Run implements IceSink {
        final Input in;
        final IceAgent agent;
        final List<Sent> requests = new ArrayList<>();
        final Set<Tuple> answered = new HashSet<>();
        long nowNs;
        int responses;

        Run(Input in) {
            this.in = in;
            IceRole role = in.flag() ? IceRole.CONTROLLING : IceRole.CONTROLLED;
            agent = new IceAgent(role, LOCAL, in.i64(), new Random(1), IceConfig.defaults());
            nowNs = in.i32() * 1_000_000L;
        }

        @Override
        public void send(Tuple tuple, byte[] datagram) {
            if (datagram[0] == 0) {
                requests.add(new Sent(tuple, datagram));
            } else {
                responses++;
            }
        }

        @Override
        public void onSelected(Tuple tuple) {
            assertThat(answered)
                    .as("tuples where a signed check of ours was answered")
                    .contains(tuple);
        }

        @Override
        public void onState(IceState state) {
            assertThat(state).isNotEqualTo(IceState.NEW);
        }

        Tuple tuple() {
            int which = in.u8();
            int port = 1000 + (which & 0x3F);
            return new Tuple(
                    new InetSocketAddress((which & 0x40) != 0 ? "10.0.0.1" : "fd00::1", 10000),
                    new InetSocketAddress((which & 0x40) != 0 ? "10.0.0.2" : "fd00::2", which == 0xFF ? 0 : port));
        }

        void operation() {
            switch (in.below(12)) {
                case 0, 1 -> peerChecks();
                case 2, 3 -> peerAnswers();
                case 4 -> strangerSends(in.bytes(in.u8()));
                case 5 -> reflected();
                case 6 -> later(in.u8() * 1_000_000L);
                case 7 -> later(in.u16() * 10_000_000L);
                case 8 -> later(Math.max(0, Math.min(agent.nextDeadlineNs() - nowNs, 1L << 40)));
                case 9 -> agent.remoteCredentials(nowNs, in.flag() ? REMOTE : OTHER, this);
                case 10 -> agent.addRemoteCandidate(nowNs, candidate(), this);
                default -> agent.addLocalCandidate(IceCandidate.host(tuple().local(), in.u16()));
            }
        }

        private void peerChecks() {
            byte[] request = StunWriter.request(
                    new TransactionId(in.u8(), in.u8()),
                    LOCAL.ufrag() + ":" + REMOTE.ufrag(),
                    in.i32() & 0xFFFF_FFFFL,
                    in.flag() ? IceRole.CONTROLLING : IceRole.CONTROLLED,
                    in.i64(),
                    in.flag(),
                    LOCAL_KEY);
            agent.onDatagram(nowNs, tuple(), request, this);
        }

        private void peerAnswers() {
            if (requests.isEmpty()) {
                return;
            }
            Sent sent = requests.get(requests.size() - 1 - in.below(Math.min(256, requests.size())));
            TransactionId id = TransactionId.of(sent.datagram());
            int how = in.below(8);
            Tuple from = how == 7 ? tuple() : sent.tuple();
            byte[] answer = how == 6
                    ? StunWriter.error(id, in.flag() ? 487 : 300 + in.below(400), "no", List.of(), REMOTE_KEY)
                    : StunWriter.success(id, from.local(), REMOTE_KEY);
            if (how != 6 && from.equals(sent.tuple())) {
                answered.add(from);
            }
            agent.onDatagram(nowNs, from, answer, this);
        }

        private void strangerSends(byte[] datagram) {
            int before = responses;
            agent.onDatagram(nowNs, tuple(), datagram, this);
            assertThat(responses).as("answers to a stranger").isEqualTo(before);
        }

        /** What we sent ourselves, as it was or with a bit flipped, from anywhere. */
        private void reflected() {
            if (!requests.isEmpty()) {
                byte[] datagram = requests.getLast().datagram().clone();
                int flip = in.u16();
                if (flip != 0) {
                    datagram[flip / 8 % datagram.length] ^= (byte) (1 << flip % 8);
                }
                strangerSends(datagram);
            }
        }

        private IceCandidate candidate() {
            IceCandidate.Type type = List.of(IceCandidate.Type.values()).get(in.below(4));
            String protocol = in.below(8) == 7 ? "tcp" : "udp";
            return new IceCandidate(
                    "f", 1 + in.below(2), protocol, in.i32() & 0xFFFF_FFFFL, tuple().remote(), type, "id", in.below(2));
        }

        private void later(long ns) {
            nowNs += ns;
            int calls = 0;
            do {
                agent.onTimeout(nowNs, this);
                assertThat(++calls).as("timeouts at one instant").isLessThan(1000);
            } while (agent.nextDeadlineNs() <= nowNs);
        }

        void check() {
            assertThat(agent.pairCount()).isLessThanOrEqualTo(100);
            assertThat(agent.outstandingChecks()).isLessThanOrEqualTo(2000);
            if (agent.state() == IceState.CONNECTED) {
                assertThat(agent.selectedTuple()).isNotNull();
            }
        }
    }

    /**
     * Whatever comes and however time passes: bounded, never an endless loop, and only what has answered is selected.
     */
    @FuzzTest
    void agent(byte[] data) {
        Run run = new Run(new Input(data));
        for (int i = 0; i < MAX_OPERATIONS && run.in.hasMore(); i++) {
            run.operation();
            run.check();
        }
        run.agent.close();
        assertThat(run.agent.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
    }
}
