package org.starbridge.transport.dtls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class DtlsSessionTest {
    private static final DtlsHandshakes POOL = new DtlsHandshakes(2, 32, Duration.ofSeconds(20));
    private static final DtlsHandshakes HASTY = new DtlsHandshakes(2, 32, Duration.ofMillis(300));

    @AfterAll
    static void closePools() {
        POOL.close();
        HASTY.close();
    }

    @ParameterizedTest
    @CsvSource({"7, 16, 12", "8, 32, 12", "1, 16, 14"})
    void bothRolesHoldTheSameKeysForEveryProfile(int profileId, int keyBytes, int saltBytes) throws Exception {
        List<Integer> only = List.of(profileId);
        try (SessionPair pair = new SessionPair(POOL, only, only, SessionPair.PERFECT)) {
            DtlsSrtpKeys keys = pair.knowEachOther().start().awaitSameKeys();
            assertThat(keys.profileId()).isEqualTo(profileId);
            assertThat(keys.localKey()).hasSize(keyBytes);
            assertThat(keys.remoteKey()).hasSize(keyBytes);
            assertThat(keys.localSalt()).hasSize(saltBytes);
            assertThat(keys.remoteSalt()).hasSize(saltBytes);
            pair.assertDataFlows();
        }
    }

    @Test
    void theServersPreferenceCounts() throws Exception {
        try (SessionPair pair = new SessionPair(POOL, List.of(7, 1, 8), List.of(8, 7), SessionPair.PERFECT)) {
            assertThat(pair.knowEachOther().start().awaitSameKeys().profileId()).isEqualTo(8);
        }
    }

    @Test
    void withoutACommonProfileBothSidesFail() throws Exception {
        try (SessionPair pair = new SessionPair(POOL, List.of(7), List.of(8, 1), SessionPair.PERFECT)) {
            pair.knowEachOther().start();
            assertThat(pair.serverHears.awaitFailure()).contains("none of the bridge's SRTP profiles");
            assertThat(pair.clientHears.awaitFailure()).contains("handshake_failure");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sha-1", "sha-256", "sha-384", "sha-512"})
    void everyAcceptedHashOfTheCertificateWillDo(String hash) throws Exception {
        try (SessionPair pair = new SessionPair(POOL, SessionPair.PERFECT)) {
            pair.client.remoteFingerprints(List.of(SessionPair.BOB.fingerprint(hash)));
            pair.server.remoteFingerprints(List.of(SessionPair.ALICE.fingerprint(hash)));
            pair.start().awaitSameKeys();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCertificateThatWasNotSignalledFailsBothSides(boolean isClientDeceived) throws Exception {
        DtlsIdentity stranger = DtlsIdentity.create(new SecureRandom(), Instant.now());
        try (SessionPair pair = new SessionPair(POOL, SessionPair.PERFECT)) {
            pair.client.remoteFingerprints(List.of((isClientDeceived ? stranger : SessionPair.BOB).fingerprint()));
            pair.server.remoteFingerprints(List.of((isClientDeceived ? SessionPair.ALICE : stranger).fingerprint()));
            pair.start();
            ListeningPeer deceived = isClientDeceived ? pair.clientHears : pair.serverHears;
            ListeningPeer refused = isClientDeceived ? pair.serverHears : pair.clientHears;
            assertThat(deceived.awaitFailure())
                    .contains("none of the signalled fingerprints")
                    .contains(stranger.fingerprint().value());
            assertThat(refused.awaitFailure()).isEqualTo("the peer sent a fatal alert: bad_certificate(42)");
            assertThat(deceived.connected).isNotDone();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void fingerprintsMayComeAfterTheCertificate(boolean isClientLate) throws Exception {
        CountDownLatch flights = new CountDownLatch(4);
        try (SessionPair pair = new SessionPair(POOL, (_, _, _) -> {
            flights.countDown();
            return true;
        })) {
            if (isClientLate) {
                pair.server.remoteFingerprints(List.of(SessionPair.ALICE.fingerprint()));
            } else {
                pair.client.remoteFingerprints(List.of(SessionPair.BOB.fingerprint()));
            }
            pair.start();
            assertThat(flights.await(ListeningPeer.PATIENCE_S, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(pair.clientHears.connected).isNotDone();
            assertThat(pair.serverHears.connected).isNotDone();
            pair.knowEachOther().awaitSameKeys();
            pair.assertDataFlows();
        }
    }

    @Test
    void aClientHelloBeforeStartIsKept() throws Exception {
        CountDownLatch answered = new CountDownLatch(1);
        DtlsSession server = new DtlsSession(
                POOL, SessionPair.BOB, SessionPair.GCM_FIRST, new ListeningPeer(_ -> answered.countDown()));
        byte[] hello = clientHello();
        server.onDatagram(hello);
        server.onDatagram(hello.clone());
        assertThat(server.dropped(DtlsDropReason.UNEXPECTED))
                .as("retransmissions")
                .isEqualTo(1);
        server.start(DtlsRole.SERVER);
        assertThat(answered.await(ListeningPeer.PATIENCE_S, TimeUnit.SECONDS)).isTrue();
        server.close();
    }

    /** A ClientHello of ours. */
    private static byte[] clientHello() throws Exception {
        CompletableFuture<byte[]> hello = new CompletableFuture<>();
        DtlsSession client =
                new DtlsSession(POOL, SessionPair.ALICE, SessionPair.GCM_FIRST, new ListeningPeer(hello::complete));
        client.start(DtlsRole.CLIENT);
        byte[] first = hello.get(ListeningPeer.PATIENCE_S, TimeUnit.SECONDS);
        client.close();
        return first;
    }

    @Test
    void aServerThatStartsLateConnectsWithoutAnotherClientHello() throws Exception {
        CountDownLatch hello = new CountDownLatch(1);
        try (SessionPair pair = new SessionPair(POOL, (n, _, _) -> {
            hello.countDown();
            return true;
        })) {
            pair.knowEachOther().client.start(DtlsRole.CLIENT);
            assertThat(hello.await(ListeningPeer.PATIENCE_S, TimeUnit.SECONDS)).isTrue();
            pair.server.start(DtlsRole.SERVER);
            pair.awaitSameKeys();
        }
    }

    @Test
    void garbageBetweenTheDatagramsIsCountedAndHarmless() throws Exception {
        long seed = new SecureRandom().nextLong();
        Random random = new Random(seed);
        try (SessionPair pair = new SessionPair(POOL, (_, datagram, receiver) -> {
            Garbage.of(random, datagram).forEach(receiver::onDatagram);
            return true;
        })) {
            pair.knowEachOther().start();
            assertThat(pair.awaitSameKeys()).as("seed %d", seed).isNotNull();
            pair.assertDataFlows();
            assertThat(pair.client.dropped(DtlsDropReason.MALFORMED)).isPositive();
            assertThat(pair.server.dropped(DtlsDropReason.MALFORMED)).isPositive();
            assertThat(pair.server.dropped(DtlsDropReason.UNEXPECTED)).isPositive();
            assertThat(pair.server.droppedDatagrams()).isGreaterThan(pair.server.dropped(DtlsDropReason.MALFORMED));
        }
    }

    @Test
    void randomDatagramsInAnyPhaseCauseNoException() throws Exception {
        long seed = new SecureRandom().nextLong();
        Random random = new Random(seed);
        try (SessionPair pair = new SessionPair(POOL, SessionPair.PERFECT)) {
            throwGarbage(pair, random);
            pair.knowEachOther().start().awaitSameKeys();
            throwGarbage(pair, random);
            pair.assertDataFlows();
            pair.client.close();
            pair.clientHears.awaitClosed();
            pair.serverHears.awaitClosed();
            throwGarbage(pair, random);
            assertThat(pair.client.droppedDatagrams()).as("seed %d", seed).isGreaterThanOrEqualTo(1000);
        }
    }

    private static void throwGarbage(SessionPair pair, Random random) {
        for (int i = 0; i < 500; i++) {
            byte[] datagram = new byte[random.nextInt(1600)];
            random.nextBytes(datagram);
            if (datagram.length > 0) {
                datagram[0] = (byte) (20 + random.nextInt(44));
            }
            pair.client.onDatagram(datagram);
            pair.server.onDatagram(datagram.clone());
        }
    }

    @Test
    void applicationDataOfTheGreatestLengthArrivesInOrder() throws Exception {
        try (SessionPair pair = new SessionPair(POOL, SessionPair.PERFECT)) {
            pair.knowEachOther().start().awaitSameKeys();
            for (int i = 0; i < 40; i++) {
                byte[] data = new byte[DtlsSession.MAX_APPLICATION_DATA_BYTES];
                Arrays.fill(data, (byte) i);
                assertThat(pair.server.sendApplicationData(data)).isTrue();
                if (i % 8 == 7) {
                    for (int j = i - 7; j <= i; j++) {
                        assertThat(pair.clientHears.awaitData())
                                .hasSize(DtlsSession.MAX_APPLICATION_DATA_BYTES)
                                .containsOnly(j);
                    }
                }
            }
        }
    }

    @Test
    void applicationDataOfAnImpossibleLengthIsTheCallersMistake() {
        DtlsSession session =
                new DtlsSession(POOL, SessionPair.ALICE, SessionPair.GCM_FIRST, new ListeningPeer(_ -> {}));
        assertThatThrownBy(() -> session.sendApplicationData(new byte[0])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> session.sendApplicationData(new byte[DtlsSession.MAX_APPLICATION_DATA_BYTES + 1]))
                .hasMessageContaining("1193");
        assertThat(session.sendApplicationData(new byte[1]))
                .as("sent before the handshake")
                .isFalse();
        session.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void closingOneSideClosesTheOther(boolean isClientFirst) throws Exception {
        try (SessionPair pair = new SessionPair(POOL, SessionPair.PERFECT)) {
            pair.knowEachOther().start().awaitSameKeys();
            (isClientFirst ? pair.client : pair.server).close();
            pair.clientHears.awaitClosed();
            pair.serverHears.awaitClosed();
        }
    }

    @Test
    void closingInTheHandshakeEndsIt() throws Exception {
        CountDownLatch hello = new CountDownLatch(1);
        ListeningPeer hears = new ListeningPeer(_ -> hello.countDown());
        DtlsSession client = new DtlsSession(POOL, SessionPair.ALICE, SessionPair.GCM_FIRST, hears);
        client.start(DtlsRole.CLIENT);
        assertThat(hello.await(ListeningPeer.PATIENCE_S, TimeUnit.SECONDS)).isTrue();
        client.close();
        hears.awaitClosed();
        assertThat(hears.failed).isNotDone();
    }

    @Test
    void aSilentServerFailsTheClientAtTheTimeout() throws Exception {
        ListeningPeer hears = new ListeningPeer(_ -> {});
        new DtlsSession(HASTY, SessionPair.ALICE, SessionPair.GCM_FIRST, hears).start(DtlsRole.CLIENT);
        assertThat(hears.awaitFailure()).isEqualTo("the handshake was not complete within 300 ms");
    }

    @Test
    void aSilentClientFailsTheServerAtTheTimeout() throws Exception {
        ListeningPeer hears = new ListeningPeer(_ -> {});
        new DtlsSession(HASTY, SessionPair.BOB, SessionPair.GCM_FIRST, hears).start(DtlsRole.SERVER);
        assertThat(hears.awaitFailure()).isEqualTo("no ClientHello arrived within 300 ms");
    }

    @Test
    void withoutAnyFingerprintTheHandshakeFailsAtTheTimeout() throws Exception {
        try (SessionPair pair = new SessionPair(HASTY, SessionPair.PERFECT)) {
            pair.server.remoteFingerprints(List.of(SessionPair.ALICE.fingerprint()));
            pair.start();
            assertThat(pair.clientHears.awaitFailure())
                    .contains("did not supply the fingerprint of the peer's certificate");
            assertThat(pair.clientHears.connected).isNotDone();
            assertThat(pair.serverHears.awaitFailure()).isNotEmpty();
        }
    }

    @Test
    void startingTwiceIsTheCallersMistake() {
        DtlsSession session =
                new DtlsSession(POOL, SessionPair.ALICE, SessionPair.GCM_FIRST, new ListeningPeer(_ -> {}));
        session.start(DtlsRole.SERVER);
        assertThatThrownBy(() -> session.start(DtlsRole.CLIENT)).hasMessageContaining("already started as SERVER");
        session.close();
    }
}
