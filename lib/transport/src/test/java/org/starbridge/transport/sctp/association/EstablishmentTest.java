package org.starbridge.transport.sctp.association;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.transport.sctp.SctpConfig;
import org.starbridge.transport.sctp.SctpDropReason;
import org.starbridge.transport.sctp.SctpEnd;
import org.starbridge.transport.sctp.SctpState;
import org.starbridge.transport.sctp.SendResult;
import org.starbridge.transport.sctp.packet.Chunk;
import org.starbridge.transport.sctp.packet.ChunkWriter;
import org.starbridge.transport.sctp.packet.PacketBytes;

/** How an association comes up: RFC 9260 sections 5.1 and 5.2. */
final class EstablishmentTest {
    private static void assertTalks(VirtualLink link) {
        int before = link.b.received.size();
        assertThat(link.a.send(0, new byte[10])).isEqualTo(SendResult.ACCEPTED);
        assertThat(link.b.send(0, new byte[10])).isEqualTo(SendResult.ACCEPTED);
        link.run(Duration.ofSeconds(20));
        assertThat(link.b.received).hasSize(before + 1);
        assertThat(link.a.received).isNotEmpty();
    }

    @Test
    void fourPacketsMakeAnAssociation() {
        VirtualLink link = VirtualLink.connected(1);
        assertThat(link.a.association.state()).isEqualTo(SctpState.ESTABLISHED);
        assertThat(link.b.association.state()).isEqualTo(SctpState.ESTABLISHED);
        assertThat(link.a.sent).hasSize(2);
        assertThat(link.b.sent).hasSize(2);
        assertTalks(link);
    }

    @Test
    void aFloodOfInitsIsKeptNowhereAndAnsweredSlowly() {
        VirtualLink link = new VirtualLink(1);
        link.b.isMute = true;
        for (int i = 1; i <= 1000; i++) {
            link.b.receive(Forger.init(i));
        }
        assertThat(link.b.sent).hasSize(10);
        assertThat(link.b.count(SctpDropReason.TOO_MANY_INITS)).isEqualTo(990);
        link.nowNs += Duration.ofMillis(250).toNanos();
        for (int i = 1; i <= 100; i++) {
            link.b.receive(Forger.init(i));
        }
        assertThat(link.b.sent).hasSize(12);
        assertThat(link.b.association.state()).isEqualTo(SctpState.CLOSED);
        assertThat(link.b.association.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
        assertThat(link.b.association.heldBytes()).isZero();
        assertThat(link.b.association.bufferedBytes()).isZero();
        link.b.isMute = false;
        VirtualLink.connected(link);
        assertTalks(link);
    }

    @Test
    void aFloodOfInitsDoesNotDisturbAnAssociation() {
        VirtualLink link = VirtualLink.connected(1);
        for (int i = 1; i <= 1000; i++) {
            link.b.receive(Forger.init(i));
        }
        assertThat(link.b.count(SctpDropReason.TOO_MANY_INITS)).isGreaterThanOrEqualTo(990);
        link.run(Duration.ofSeconds(1));
        assertThat(link.b.ends).isEmpty();
        assertTalks(link);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void bothBeginAtOnce(long seed) {
        VirtualLink link = new VirtualLink(seed);
        link.conditions(seed % 2 == 0 ? 0.4 : 0, 0.2, Duration.ofMillis(10 * seed));
        link.a.connect();
        link.b.connect();
        link.runUntil(() -> link.a.connected > 0 && link.b.connected > 0, Duration.ofMinutes(2));
        link.conditions(0, 0, Duration.ZERO);
        link.run(Duration.ofSeconds(10));
        assertThat(link.a.connected).isEqualTo(1);
        assertThat(link.b.connected).isEqualTo(1);
        assertTalks(link);
    }

    @Test
    void initGoesAgainUntilThePeerAnswersWithTheBackOffCapped() {
        VirtualLink link = new VirtualLink(1);
        link.b.isMute = true;
        link.a.connect();
        link.run(Duration.ofSeconds(61));
        // After 0.5, 1.5, 3.5, 6.5, ... s: doubled up to 3 s.
        assertThat(link.a.sent).hasSize(3 + 19 + 1);
        assertThat(link.a.association.state()).isEqualTo(SctpState.COOKIE_WAIT);
        link.b.isMute = false;
        VirtualLink.connected(link);
        assertTalks(link);
    }

    @Test
    void initIsGivenUpIfTheConfigurationSaysSo() {
        VirtualLink link = new VirtualLink(1, SctpConfig.defaults().withMaxRetransmissions(4));
        link.b.isMute = true;
        link.a.connect();
        link.run(Duration.ofMinutes(1));
        assertThat(link.a.ends).containsExactly(SctpEnd.TIMED_OUT);
        assertThat(link.a.sent).hasSize(5);
        assertThat(link.a.association.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aLostCookieAckIsRepeated() {
        VirtualLink link = new VirtualLink(1);
        link.a.connect();
        link.runUntil(() -> link.a.association.state() == SctpState.COOKIE_ECHOED, Duration.ofSeconds(1));
        link.b.isMute = true;
        link.runUntil(() -> link.b.connected > 0, Duration.ofSeconds(1));
        link.b.isMute = false;
        link.run(Duration.ofSeconds(5));
        assertThat(link.a.association.state()).isEqualTo(SctpState.ESTABLISHED);
        assertThat(link.b.connected).isEqualTo(1);
        assertTalks(link);
    }

    @Test
    void aCookieExpires() {
        VirtualLink link = new VirtualLink(1);
        link.a.connect();
        link.runUntil(() -> link.a.association.state() == SctpState.COOKIE_ECHOED, Duration.ofSeconds(1));
        byte[] echo = link.a.sent.getLast();
        link.dropFlights();
        link.nowNs += Duration.ofSeconds(61).toNanos();
        link.b.receive(echo);
        assertThat(link.b.count(SctpDropReason.EXPIRED_COOKIE)).isEqualTo(1);
        assertThat(link.b.association.state()).isEqualTo(SctpState.CLOSED);
        // The one that begins learns of it, and begins again.
        link.runUntil(() -> link.a.connected > 0, Duration.ofSeconds(10));
        assertTalks(link);
    }

    @Test
    void aCookieFromBeforeARestartOfTheProcessIsRefused() {
        VirtualLink old = new VirtualLink(1);
        old.a.connect();
        old.runUntil(() -> old.a.association.state() == SctpState.COOKIE_ECHOED, Duration.ofSeconds(1));
        byte[] echo = old.a.sent.getLast();
        VirtualLink link = new VirtualLink(2);
        link.b.receive(echo);
        assertThat(link.b.count(SctpDropReason.BAD_COOKIE)).isEqualTo(1);
        assertThat(link.b.association.state()).isEqualTo(SctpState.CLOSED);
        assertThat(link.b.sent).isEmpty();
        old.b.restart();
        old.b.receive(echo);
        assertThat(old.b.count(SctpDropReason.BAD_COOKIE))
                .as("of another association")
                .isEqualTo(1);
    }

    private static byte[] cookieEcho(VirtualLink.Peer peer) {
        return peer.sent.stream()
                .filter(packet -> Forger.read(packet).chunks().getFirst() instanceof Chunk.CookieEcho)
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCookieFromBeforeTheEndDoesNotBringTheAssociationBack(boolean isAbort) {
        VirtualLink link = VirtualLink.connected(1);
        byte[] echo = cookieEcho(link.a);
        if (isAbort) {
            link.b.association.abort(link.b);
        } else {
            link.a.association.shutdown(link.nowNs, link.a);
        }
        link.run(Duration.ofSeconds(5));
        assertThat(link.b.association.state()).isEqualTo(SctpState.CLOSED);
        link.b.receive(echo);
        assertThat(link.b.count(SctpDropReason.STALE_COOKIE)).isEqualTo(1);
        assertThat(link.b.association.state()).isEqualTo(SctpState.CLOSED);
        assertThat(link.b.association.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
        link.dropFlights();
        link.a.connect();
        link.runUntil(() -> link.a.connected == 2 && link.b.connected == 2, Duration.ofSeconds(5));
        assertTalks(link);
    }

    @Test
    void aCookieFromBeforeARestartOfThePeerIsRefused() {
        VirtualLink link = VirtualLink.connected(1);
        byte[] echo = cookieEcho(link.a);
        link.a.restart();
        link.a.connect();
        link.runUntil(() -> link.a.connected == 2 && link.b.connected == 2, Duration.ofSeconds(10));
        for (int i = 0; i < 10; i++) {
            link.b.receive(echo);
        }
        assertThat(link.b.count(SctpDropReason.STALE_COOKIE)).isEqualTo(10);
        assertThat(link.b.ends).containsExactly(SctpEnd.RESTARTED);
        assertTalks(link);
    }

    @Test
    void aPeerWhoseCookieIsFromBeforeTheEndBeginsAnew() {
        VirtualLink link = VirtualLink.connected(1);
        link.a.restart();
        link.a.connect();
        link.runUntil(() -> link.a.association.state() == SctpState.COOKIE_ECHOED, Duration.ofSeconds(1));
        link.b.association.abort(link.b);
        link.runUntil(() -> link.a.connected == 2 && link.b.connected == 2, Duration.ofSeconds(5));
        assertThat(link.b.count(SctpDropReason.STALE_COOKIE)).isPositive();
        assertTalks(link);
    }

    @Test
    void aForgedCookieIsRefused() {
        VirtualLink link = new VirtualLink(1);
        link.a.connect();
        link.runUntil(() -> link.a.association.state() == SctpState.COOKIE_ECHOED, Duration.ofSeconds(1));
        byte[] echo = link.a.sent.getLast();
        link.dropFlights();
        for (int at = PacketBytes.HEADER_BYTES + 4; at < echo.length; at++) {
            byte[] forged = echo.clone();
            forged[at] ^= 1;
            link.b.receive(Forger.sealed(forged));
        }
        assertThat(link.b.count(SctpDropReason.BAD_COOKIE)).isEqualTo(echo.length - PacketBytes.HEADER_BYTES - 4);
        assertThat(link.b.association.state()).isEqualTo(SctpState.CLOSED);
        link.b.receive(echo);
        assertThat(link.b.association.state()).isEqualTo(SctpState.ESTABLISHED);
    }

    @Test
    void aPeerThatLostItsEndBeginsAnew() {
        VirtualLink link = VirtualLink.connected(1);
        assertTalks(link);
        link.b.send(0, new byte[20_000]);
        link.a.restart();
        link.a.connect();
        link.runUntil(() -> link.a.connected == 2 && link.b.connected == 2, Duration.ofSeconds(10));
        assertThat(link.b.ends).containsExactly(SctpEnd.RESTARTED);
        assertTalks(link);
    }

    @Test
    void anInitOfAStrangerDoesNotDisturbAnAssociation() {
        VirtualLink link = VirtualLink.connected(1);
        link.b.receive(Forger.init(99));
        assertThat(link.b.association.state()).isEqualTo(SctpState.ESTABLISHED);
        assertThat(link.b.ends).isEmpty();
        link.run(Duration.ofSeconds(1));
        assertTalks(link);
    }

    @Test
    void anInitThatOffersNothingIsRefused() {
        VirtualLink link = new VirtualLink(1);
        byte[] init = ChunkWriter.init(5, 100_000, 0, 7, null, new byte[0]);
        link.b.receive(Forger.packet(0, init));
        link.b.receive(Forger.packet(0, ChunkWriter.init(0, 100_000, 1, 7, null, new byte[0])));
        byte[] good = ChunkWriter.init(5, 100_000, 1, 7, null, new byte[0]);
        link.b.receive(Forger.packet(5, good));
        link.b.receive(Forger.packet(0, good, ChunkWriter.empty(Chunk.COOKIE_ACK, 0)));
        assertThat(link.b.count(SctpDropReason.BAD_INIT)).isEqualTo(4);
        assertThat(link.b.sent).isEmpty();
    }

    @Test
    void anUnknownParameterIsReportedIfItAsksForIt() {
        VirtualLink link = new VirtualLink(1);
        // 0xC123 skips and reports, 0x8123 skips, 0x0123 stops: what follows it is not read.
        byte[] report = {(byte) 0xC1, 0x23, 0, 6, 1, 2, 0, 0};
        byte[] skip = {(byte) 0x81, 0x23, 0, 4};
        byte[] stop = {0x01, 0x23, 0, 4};
        byte[] base = ChunkWriter.init(5, 100_000, 1, 7, null, new byte[0]);
        byte[] init = java.util.Arrays.copyOf(base, base.length + 24);
        int at = base.length;
        for (byte[] parameter : List.of(skip, report, stop, report)) {
            System.arraycopy(parameter, 0, init, at, parameter.length);
            at += parameter.length;
        }
        PacketBytes.put16(init, 2, init.length);
        link.b.receive(Forger.packet(0, init));
        assertThat(link.b.sent).hasSize(1);
        assertThat(java.util.HexFormat.of().formatHex(link.b.sent.getFirst()))
                .endsWith("0008000c" + "c123000601020000");
    }
}
