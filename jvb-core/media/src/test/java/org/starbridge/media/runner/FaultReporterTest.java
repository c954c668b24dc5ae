package org.starbridge.media.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.starbridge.media.api.Fault;

class FaultReporterTest {
    private final AtomicLong nowNs = new AtomicLong();
    private final FaultReporter desk = new FaultReporter(nowNs::get, Runnable::run);
    private final Set<String> open = new HashSet<>(Set.of("a", "b"));
    private final List<LogRecord> logged = new ArrayList<>();
    private final Logger logger = Logger.getLogger(FaultReporter.class.getName());
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            logged.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
        desk.closeThrough(open::remove);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }

    @Test
    void aConferenceIsClosedAndItsBugLoggedOnceWithItsIdAndCause() {
        RuntimeException cause = new IllegalStateException("on purpose");
        for (int i = 0; i < 5; i++) {
            desk.onFault(new Fault(i, "a datagram", "a", cause));
        }
        assertThat(open).containsExactly("b");
        assertThat(logged).hasSize(1);
        assertThat(logged.get(0).getThrown()).isSameAs(cause);
        assertThat(logged.get(0).getMessage()).contains("conference a").contains("worker 0");
        assertThat(desk.faults()).isEqualTo(5);
    }

    @Test
    void aBugThatEveryDatagramMeetsIsLoggedTenTimesAMinute() {
        for (int i = 0; i < 1000; i++) {
            desk.onFault(new Fault(0, "a datagram", null, new IllegalStateException("on purpose")));
        }
        assertThat(logged).hasSize(10);
        nowNs.addAndGet(60_000_000_000L);
        desk.onFault(new Fault(0, "a datagram", null, new IllegalStateException("on purpose")));
        assertThat(logged).hasSize(12);
        assertThat(logged.get(10).getMessage()).contains("990");
        assertThat(desk.faults()).isEqualTo(1001);
    }
}
