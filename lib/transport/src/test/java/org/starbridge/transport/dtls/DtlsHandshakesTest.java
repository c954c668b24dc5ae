package org.starbridge.transport.dtls;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DtlsHandshakesTest {
    @Test
    void fiftySilentPeersDoNotKeepAnotherFromConnecting() throws Exception {
        try (DtlsHandshakes pool = new DtlsHandshakes(1, 52, Duration.ofSeconds(20))) {
            CountDownLatch waiting = new CountDownLatch(50);
            List<DtlsSession> silent = silentClients(pool, 50, waiting);
            assertThat(waiting.await(ListeningPeer.PATIENCE_S, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(pool.inProgress()).isEqualTo(50);
            try (SessionPair pair = new SessionPair(pool, SessionPair.PERFECT)) {
                pair.knowEachOther().start().awaitSameKeys();
                pair.assertDataFlows();
            }
            silent.forEach(DtlsSession::close);
        }
    }

    /** Forty servers, one for each address, get a client's first flight two hundred times and nothing else. */
    @Test
    void aFloodOfFirstFlightsKeepsNoHandshakeFromCompleting() throws Exception {
        try (DtlsHandshakes pool = new DtlsHandshakes(2, 42, Duration.ofSeconds(20))) {
            BlockingQueue<byte[]> hellos = new LinkedBlockingQueue<>();
            DtlsSession client =
                    new DtlsSession(pool, SessionPair.ALICE, SessionPair.GCM_FIRST, new ListeningPeer(hellos::add));
            client.start(DtlsRole.CLIENT);
            byte[] hello = Objects.requireNonNull(hellos.poll(ListeningPeer.PATIENCE_S, TimeUnit.SECONDS));
            client.close();
            CountDownLatch answers = new CountDownLatch(40);
            List<DtlsSession> servers = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                servers.add(new DtlsSession(
                        pool, SessionPair.BOB, SessionPair.GCM_FIRST, new FirstDatagramListener(answers)));
                servers.getLast().start(DtlsRole.SERVER);
            }
            for (int i = 0; i < 200; i++) {
                servers.forEach(server -> server.onDatagram(hello.clone()));
            }
            assertThat(answers.await(ListeningPeer.PATIENCE_S, TimeUnit.SECONDS))
                    .as("each is answered")
                    .isTrue();
            try (SessionPair pair = new SessionPair(pool, SessionPair.PERFECT)) {
                pair.knowEachOther().start().awaitSameKeys();
                pair.assertDataFlows();
            }
            assertThat(pool.inProgress()).isLessThanOrEqualTo(40);
            servers.forEach(DtlsSession::close);
        }
        awaitEndOfThreads("dtls-");
    }

    @Test
    void whatFindsNoPlaceIsCountedAndConnectsWhenThereIsOne() throws Exception {
        try (DtlsHandshakes pool = new DtlsHandshakes(3, 2, Duration.ofSeconds(20))) {
            CountDownLatch others = new CountDownLatch(1);
            fill(pool, 2, others);
            try (SessionPair late = new SessionPair(pool, SessionPair.PERFECT)) {
                late.knowEachOther().start();
                assertThat(pool.refused()).isPositive();
                others.countDown();
                late.awaitSameKeys();
            }
        }
    }

    @Test
    void whatFindsNoPlaceForTheWholeTimeoutFails() throws Exception {
        try (DtlsHandshakes pool = new DtlsHandshakes(2, 1, Duration.ofSeconds(1))) {
            CountDownLatch others = new CountDownLatch(1);
            fill(pool, 1, others);
            ListeningPeer hears = new ListeningPeer(_ -> {});
            new DtlsSession(pool, SessionPair.ALICE, SessionPair.GCM_FIRST, hears).start(DtlsRole.CLIENT);
            assertThat(hears.awaitFailure()).contains("too many DTLS handshakes");
            others.countDown();
        }
    }

    /** Takes all places there are, and those to wait. */
    private static void fill(DtlsHandshakes pool, int places, CountDownLatch untilThen) {
        for (int i = 0; i < places * (1 + DtlsHandshakes.WAITING_PER_RUNNING); i++) {
            assertThat(pool.tryHandshake(() -> awaitQuietly(untilThen))).isTrue();
        }
    }

    @Test
    void applicationDataDoesNotWaitBehindHandshakesThatCompute() throws Exception {
        try (DtlsHandshakes pool = new DtlsHandshakes(1, 4, Duration.ofSeconds(20));
                SessionPair pair = new SessionPair(pool, SessionPair.PERFECT)) {
            pair.knowEachOther().start().awaitSameKeys();
            CountDownLatch computing = new CountDownLatch(1);
            CountDownLatch others = new CountDownLatch(1);
            assertThat(pool.tryHandshake(() -> {
                        computing.countDown();
                        awaitQuietly(others); // with the only permit
                    }))
                    .isTrue();
            assertThat(computing.await(ListeningPeer.PATIENCE_S, TimeUnit.SECONDS))
                    .isTrue();
            pair.assertDataFlows();
            others.countDown();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aHandshakeThatWaitsForAThreadRunsWhenOneIsFree() throws Exception {
        try (DtlsHandshakes pool = new DtlsHandshakes(1, 1, Duration.ofSeconds(20))) {
            CountDownLatch firstHello = new CountDownLatch(1);
            DtlsSession first = silentClients(pool, 1, firstHello).getFirst();
            assertThat(firstHello.await(ListeningPeer.PATIENCE_S, TimeUnit.SECONDS))
                    .isTrue();
            CountDownLatch secondHello = new CountDownLatch(1);
            DtlsSession second = silentClients(pool, 1, secondHello).getFirst();
            assertThat(pool.waiting()).isEqualTo(1);
            assertThat(secondHello.getCount()).isEqualTo(1);
            first.close();
            assertThat(secondHello.await(ListeningPeer.PATIENCE_S, TimeUnit.SECONDS))
                    .isTrue();
            second.close();
        }
    }

    @Test
    void noThreadStaysForAConnectedSession() throws Exception {
        try (DtlsHandshakes pool = new DtlsHandshakes(2, 32, Duration.ofSeconds(20))) {
            List<SessionPair> pairs = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                pairs.add(new SessionPair(pool, SessionPair.PERFECT)
                        .knowEachOther()
                        .start());
            }
            for (SessionPair pair : pairs) {
                pair.awaitSameKeys();
            }
            awaitEndOfThreads("dtls-handshake-");
            assertThat(pool.inProgress()).isZero();
            for (SessionPair pair : pairs) {
                pair.assertDataFlows();
            }
            for (SessionPair pair : pairs) {
                pair.close();
            }
        }
        awaitEndOfThreads("dtls-");
    }

    @Test
    void whoBeginsAHandshakeStartsNoThread() throws Exception {
        InheritableThreadLocal<String> startedBy = new InheritableThreadLocal<>();
        BlockingQueue<Optional<String>> inherited = new LinkedBlockingQueue<>();
        try (DtlsHandshakes pool = new DtlsHandshakes(2, 4, Duration.ofSeconds(20))) {
            startedBy.set("the caller");
            for (int i = 0; i < 4; i++) {
                pool.tryHandshake(() -> inherited.add(Optional.ofNullable(startedBy.get())));
                pool.execute(() -> inherited.add(Optional.ofNullable(startedBy.get())));
            }
            for (int i = 0; i < 8; i++) {
                assertThat(inherited.poll(ListeningPeer.PATIENCE_S, TimeUnit.SECONDS))
                        .isEqualTo(Optional.empty());
            }
        }
    }

    @Test
    void closingThePoolEndsHandshakesInProgress() throws Exception {
        ListeningPeer hears = new ListeningPeer(_ -> {});
        try (DtlsHandshakes pool = new DtlsHandshakes(1, 4, Duration.ofSeconds(20))) {
            CountDownLatch hello = new CountDownLatch(1);
            silentClients(pool, 1, hello);
            assertThat(hello.await(ListeningPeer.PATIENCE_S, TimeUnit.SECONDS)).isTrue();
            new DtlsSession(pool, SessionPair.BOB, SessionPair.GCM_FIRST, hears).start(DtlsRole.SERVER);
        }
        awaitEndOfThreads("dtls-");
        assertThat(hears.failed).isNotDone();
    }

    /** Clients whose ClientHello gets no answer. */
    private static List<DtlsSession> silentClients(DtlsHandshakes pool, int count, CountDownLatch hellos) {
        List<DtlsSession> sessions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            DtlsSession session =
                    new DtlsSession(pool, SessionPair.ALICE, SessionPair.GCM_FIRST, new FirstDatagramListener(hellos));
            session.start(DtlsRole.CLIENT);
            sessions.add(session);
        }
        return sessions;
    }

    private static void awaitEndOfThreads(String prefix) throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith(prefix)) {
                thread.join(TimeUnit.SECONDS.toMillis(ListeningPeer.PATIENCE_S));
                assertThat(thread.isAlive()).as(thread.getName()).isFalse();
            }
        }
    }

    /** Counts a session once, however often it retransmits. */
    private static final class FirstDatagramListener implements DtlsSession.Listener {
        private final CountDownLatch latch;
        private boolean isFirst = true;

        FirstDatagramListener(CountDownLatch latch) {
            this.latch = latch;
        }

        @Override
        public void send(byte[] datagram) {
            if (isFirst) {
                isFirst = false;
                latch.countDown();
            }
        }

        @Override
        public void onConnected(DtlsSrtpKeys keys) {}

        @Override
        public void onApplicationData(byte[] data) {}

        @Override
        public void onFailed(String reason) {}

        @Override
        public void onClosed() {}
    }
}
