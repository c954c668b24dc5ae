package org.starbridge.bridge.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.junit.jupiter.api.Test;
import org.starbridge.transport.counters.SharedCounters;

class SlowExchangesTest {
    private static final long TIMEOUT_NS = 20_000_000_000L;

    private final SharedCounters<HttpCounter> counters = new SharedCounters<>(HttpCounter.class);
    private final SlowExchanges exchanges = new SlowExchanges(TIMEOUT_NS, counters);

    /** A WebSocket client that keeps sending may get nothing for a while: statistics without a receiver. */
    @Test
    void leavesAloneWhatHasBecomeAnotherProtocol() {
        TalkingConnection talking = new TalkingConnection(new ByteArrayEndPoint());
        talking.getEndPoint().setConnection(talking);
        exchanges.onOpened(talking);
        for (int seconds = 0; seconds < 60; seconds += 4) {
            exchanges.sweep(seconds * 1_000_000_000L);
        }
        assertThat(talking.getEndPoint().isOpen()).isTrue();
        assertThat(counters.get(HttpCounter.SLOW_CLIENTS)).isZero();
    }

    /** More has come whenever it is asked, and nothing was answered. */
    private static final class TalkingConnection extends AbstractConnection {
        private long bytesIn;

        TalkingConnection(ByteArrayEndPoint endPoint) {
            super(endPoint, Runnable::run);
        }

        @Override
        public long getBytesIn() {
            bytesIn += 100;
            return bytesIn;
        }

        @Override
        public void onFillable() {}
    }
}
