package org.starbridge.transport.dtls;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Heap of sessions whose handshake is over: a bridge has one for each endpoint. */
final class ConnectedSessionMemoryTest {
    private static final int PAIRS = 60;

    @Test
    void aConnectedSessionKeepsLittleOfItsHandshake() throws Exception {
        List<DtlsSession> sessions = new ArrayList<>();
        try (DtlsHandshakes pool = new DtlsHandshakes(1, 4, Duration.ofSeconds(60))) {
            connect(pool, PAIRS, sessions); // with what all share
            usedBytes();
            long before = usedBytes();
            connect(pool, PAIRS, sessions);
            long perSession = (usedBytes() - before) / (2 * PAIRS);
            assertThat(perSession).isLessThan(6_400);
            SessionPair pair = connect(pool, 1, sessions);
            for (int i = 0; i < 5; i++) { // also the first records, for which the cipher is made each time
                pair.assertDataFlows();
            }
        }
        assertThat(sessions).hasSize(4 * PAIRS + 2);
    }

    /** Connects pairs; answers the last one. */
    private static SessionPair connect(DtlsHandshakes pool, int pairs, List<DtlsSession> sessions) throws Exception {
        SessionPair pair = null;
        for (int i = 0; i < pairs; i++) {
            pair = new SessionPair(pool, SessionPair.PERFECT).knowEachOther().start();
            pair.awaitSameKeys();
            sessions.add(pair.client);
            sessions.add(pair.server);
        }
        return Objects.requireNonNull(pair);
    }

    private static long usedBytes() {
        for (int i = 0; i < 4; i++) { // the serial collector compacts the whole heap at each fourth
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
