package org.starbridge.transport.ice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.transport.ice.IceConnectivityTest.tuple;
import static org.starbridge.transport.ice.VirtualNetwork.address;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TransactionsTest {
    private static final long START_NS = Long.MIN_VALUE / 2;

    private final IceCounters counters = new IceCounters();
    private final Transactions transactions = new Transactions(IceConfig.defaults(), counters);
    private final List<byte[]> sent = new ArrayList<>();
    private final IceSink out = new IceSink() {
        @Override
        public void send(Tuple tuple, byte[] datagram) {
            sent.add(datagram);
        }

        @Override
        public void onSelected(Tuple tuple) {}

        @Override
        public void onState(IceState state) {}
    };

    @Test
    void sendsTheSameBytesAgainUntilTheCheckIsGivenUp() {
        Check check = check(1);
        transactions.add(check);
        List<Long> sentAtMs = new ArrayList<>();
        List<Check> expired = List.of();
        while (expired.isEmpty()) {
            long nowNs = transactions.nextDeadlineNs();
            expired = transactions.onTimeout(nowNs, out);
            sentAtMs.add(Duration.ofNanos(nowNs - START_NS).toMillis());
        }
        assertThat(sentAtMs).containsExactly(250L, 750L, 1750L, 3750L, 5750L, 7750L, 11750L);
        assertThat(sent).hasSize(6).containsOnly(check.datagram);
        assertThat(expired).containsExactly(check);
        assertThat(check.pair.active).isNull();
        assertThat(transactions.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aCancelledCheckIsSilentButKnownForAWhile() {
        Check check = check(1);
        transactions.add(check);
        transactions.cancel(check, START_NS);
        assertThat(check.pair.active).isNull();
        assertThat(transactions.nextDeadlineNs() - START_NS)
                .isEqualTo(Duration.ofSeconds(4).toNanos());
        assertThat(transactions.find(check.id)).isSameAs(check);
        transactions.onTimeout(START_NS + Duration.ofSeconds(4).toNanos(), out);
        assertThat(sent).isEmpty();
        assertThat(transactions.find(check.id)).isNull();
    }

    @Test
    void forgetsTheOldestWhenFull() {
        for (int i = 0; i < 1000; i++) {
            transactions.add(check(i));
            assertThat(transactions.size()).isLessThanOrEqualTo(200);
        }
        assertThat(transactions.find(new TransactionId(0, 799))).isNull();
        assertThat(transactions.find(new TransactionId(0, 800))).isNotNull();
    }

    private static Check check(long id) {
        CandidatePair pair =
                new CandidatePair(tuple("10.0.0.1:1", "10.0.0.2:2"), 1, IceCandidate.host(address("10.0.0.2:2"), 1));
        return new Check(new TransactionId(0, id), pair, IceRole.CONTROLLING, false, new byte[] {1}, START_NS);
    }
}
