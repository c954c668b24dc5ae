package org.starbridge.bridge.app.rehearsal;

import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.json.Colibri2Json;
import org.starbridge.control.conference.ConferenceMoves;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.media.downlink.DownlinkSettings;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpKeys;

/**
 * A call of some clients in memory, whose conference is written and read again and again. Time in it is its own: it
 * waits for nothing. Used by one thread.
 */
public final class MoveRehearsal implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MoveRehearsal.class);
    private static final int CLIENTS = 4;
    private static final long STEP_NS = 10_000_000;
    private static final int STEPS_TO_CONNECT = 1000;
    private static final int STEPS_OF_CALL = 100;
    private static final int STEPS_BETWEEN = 4;
    private static final int STEPS_OF_REVIEW = 50;
    private static final int FRAMES_OF_KEY = 20;
    /** So many that what runs for each field of a record is compiled. */
    private static final int MOVES = 60;

    private static final long LIMIT_NS = 10_000_000_000L;

    /** The parts of a bridge that a rehearsal has in common with the real one. */
    public record Parts(
            ConferenceConfig config,
            DownlinkSettings downlink,
            SrtpCrypto crypto,
            Supplier<DtlsIdentity> identity,
            SecureRandom random) {}

    private static final String JOIN = """
            {"create": %1$b, "meeting-id": "rehearsal", "name": "rehearsal@bridge.invalid",
             "endpoints": [{"create": true, "id": "%2$08x", "capabilities": ["source-names"],
              "medias": [
                {"type": "audio",
                 "payload-types": [{"name": "opus", "id": "111", "channels": "2", "clockrate": "48000",
                   "rtcp-fbs": [{"type": "transport-cc"}]}],
                 "rtp-hdrexts": [
                   {"uri": "urn:ietf:params:rtp-hdrext:ssrc-audio-level", "id": 1},
                   {"uri": "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01", "id": 5}]},
                {"type": "video",
                 "payload-types": [{"name": "VP8", "id": "100", "clockrate": "90000",
                   "rtcp-fbs": [{"type": "transport-cc"}, {"type": "nack"}, {"type": "nack", "subtype": "pli"}]}],
                 "rtp-hdrexts": [
                   {"uri": "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01", "id": 5}]}],
              "transport": {"ice-controlling": true, "transport": {"xmlns": "urn:xmpp:jingle:transports:ice-udp:1",
                "rtcp-mux": true, "ufrag": "%3$s", "pwd": "%4$s",
                "fingerprints": [{"hash": "sha-256", "setup": "active", "fingerprint": "%5$s"}]}},
              "sources": [
                {"id": "%2$08x-a0", "type": "audio", "sources": [{"ssrc": %6$d, "name": "%2$08x-a0"}]},
                {"id": "%2$08x-v0", "type": "video",
                 "sources": [{"ssrc": %7$d, "name": "%2$08x-v0"}, {"ssrc": %8$d, "name": "%2$08x-v0"},
                   {"ssrc": %9$d, "name": "%2$08x-v0"}],
                 "ssrc-groups": [{"semantics": "SIM", "sources": [%7$d, %8$d, %9$d]}]}]}]}
            """;

    private final RehearsalBridge from;
    private final RehearsalBridge to;
    private final List<RehearsalClient> clients = new ArrayList<>();
    private long nowNs;
    private int step;

    private MoveRehearsal(Parts parts) {
        nowNs = System.nanoTime();
        from = new RehearsalBridge(parts, this::nowNs, this::deliver);
        to = new RehearsalBridge(parts, this::nowNs, (_, _) -> {});
        for (int number = 1; number <= CLIENTS; number++) {
            clients.add(new RehearsalClient(number, from.port, parts.crypto(), parts.random()));
        }
    }

    /** Holds one that is long enough for an upgrade. It takes a second or two of CPU time. */
    public static void hold(Parts parts) {
        long beganNs = System.nanoTime();
        int moves = hold(parts, MOVES, LIMIT_NS);
        LOG.info("an upgrade was rehearsed {} times in {} ms", moves, (System.nanoTime() - beganNs) / 1_000_000);
    }

    /**
     * Holds a rehearsal; nothing of it is left afterwards. One that fails is logged: the upgrade can go on, with a
     * longer pause.
     *
     * @param moves how many at most
     * @param limitNs after so long no further move begins
     * @return how many there were
     */
    static int hold(Parts parts, int moves, long limitNs) {
        long endNs = System.nanoTime() + limitNs;
        int done = 0;
        try (MoveRehearsal rehearsal = new MoveRehearsal(parts)) {
            rehearsal.begin();
            while (done < moves && System.nanoTime() - endNs < 0) {
                rehearsal.move();
                done++;
            }
        } catch (StateException | RuntimeException e) {
            LOG.warn("the rehearsal of an upgrade failed after {} moves: {}", done, e.toString());
        }
        return done;
    }

    private long nowNs() {
        return nowNs;
    }

    private void deliver(InetSocketAddress destination, byte[] datagram) {
        for (RehearsalClient client : clients) {
            if (client.address.equals(destination)) {
                client.onDatagram(datagram);
            }
        }
    }

    /** Lets all join, connect, and talk for a second. */
    private void begin() {
        clients.forEach(this::join);
        for (int i = 0; i < STEPS_TO_CONNECT && !clients.stream().allMatch(RehearsalClient::isSecure); i++) {
            turn();
            clients.forEach(client -> {
                SrtpKeys keys = from.keys.get(fingerprint(client.number));
                if (keys != null && !client.isSecure()) {
                    client.secure(keys);
                }
            });
        }
        if (!clients.stream().allMatch(RehearsalClient::isSecure)) {
            throw new IllegalStateException("not all clients connected");
        }
        talk(STEPS_OF_CALL);
        if (clients.stream().anyMatch(client -> client.received == 0)) {
            throw new IllegalStateException("no media passes");
        }
    }

    private void move() throws StateException {
        talk(STEPS_BETWEEN);
        List<ConferenceMoves.Records> records = from.write();
        to.read(records);
        if (to.conferences() != 0 || from.conferences() != 1) {
            throw new IllegalStateException("a conference is in the wrong bridge");
        }
    }

    private void join(RehearsalClient client) {
        String body = JOIN.formatted(
                client.number == 1,
                client.number,
                client.ice.localCredentials().ufrag(),
                client.ice.localCredentials().password(),
                fingerprint(client.number),
                client.audioSsrc(),
                client.videoSsrc(0),
                client.videoSsrc(1),
                client.videoSsrc(2));
        IceUdpTransport remote = Objects.requireNonNull(Objects.requireNonNull(
                        from.colibri
                                .handle(Colibri2Json.parseModify(body, null))
                                .endpoints()
                                .getFirst()
                                .transport())
                .iceUdp());
        client.connect(remote, nowNs);
        turn();
    }

    /** A fingerprint that no certificate has. */
    private static String fingerprint(int number) {
        return IntStream.range(0, 32)
                .mapToObj(i -> i == 0 ? "%02X".formatted(number) : "00")
                .collect(Collectors.joining(":"));
    }

    private void talk(int steps) {
        for (int i = 0; i < steps; i++) {
            for (RehearsalClient client : clients) {
                if (step % 2 == 0) {
                    client.speak(step / 2);
                }
                if (step % 3 == 0) {
                    client.show(step / 3, step / 3 % FRAMES_OF_KEY == 0);
                }
            }
            if (step % STEPS_OF_REVIEW == 0) {
                from.review();
            }
            step++;
            turn();
        }
    }

    private void turn() {
        nowNs += STEP_NS;
        from.turn();
        from.turn();
        for (RehearsalClient client : clients) {
            client.turn(nowNs);
        }
    }

    @Override
    public void close() {
        clients.forEach(RehearsalClient::close);
        from.close();
        to.close();
    }
}
