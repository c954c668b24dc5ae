package org.starbridge.transport.dtls;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every datagram of a handshake lost in turn, the last flight included. */
@Timeout(120)
class DtlsLossTest {
    private static final DtlsHandshakes POOL = new DtlsHandshakes(2, 32, Duration.ofSeconds(20));

    /** Above what a handshake ever takes: the loop must end by itself. */
    private static final int TOO_MANY = 40;

    @AfterAll
    static void closePool() {
        POOL.close();
    }

    @Test
    void anyLostDatagramIsMadeUpFor() throws Exception {
        int n = 0;
        for (boolean isLost = true; isLost && n < TOO_MANY; n++) {
            int victim = n;
            AtomicBoolean dropped = new AtomicBoolean();
            AtomicBoolean isOver = new AtomicBoolean();
            try (SessionPair pair = new SessionPair(POOL, (i, _, _) -> {
                boolean isHit = i == victim && !isOver.get();
                dropped.compareAndSet(false, isHit);
                return !isHit;
            })) {
                pair.knowEachOther().start().awaitSameKeys();
                isOver.set(true);
                isLost = dropped.get();
                pair.assertDataFlows();
            }
        }
        assertThat(n).as("datagrams of a handshake").isBetween(5, TOO_MANY - 1);
    }

    @Test
    void anyLostDatagramOfAPeerThatSendsRecordsSinglyIsMadeUpFor() throws Exception {
        int n = 0;
        for (boolean isLost = true; isLost && n < TOO_MANY; n++) {
            int victim = n;
            AtomicBoolean dropped = new AtomicBoolean();
            try (PlainClient client = new PlainClient(POOL, PlainClient.MasterSecret.EXTENDED, i -> {
                dropped.compareAndSet(false, i == victim);
                return i != victim;
            })) {
                client.awaitSameKeys();
                isLost = dropped.get();
            }
        }
        assertThat(n).as("datagrams of a handshake").isBetween(8, TOO_MANY - 1);
    }
}
