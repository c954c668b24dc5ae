package org.starbridge.bridge.app.rehearsal;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.json.Colibri2Json;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpProfile;

/** A call of some clients in memory, under a time of its own. Used by one thread. */
final class RehearsedCall implements AutoCloseable {
    private static final long STEP_NS = 10_000_000;
    private static final int STEPS_TO_CONNECT = 1000;
    private static final int STEPS_OF_CALL = 100;
    private static final int STEPS_OF_REVIEW = 50;
    private static final int FRAMES_OF_KEY = 20;

    final RehearsalBridge bridge;
    private final List<RehearsalClient> clients = new ArrayList<>();
    private long nowNs;
    private int step;

    /** @param profile of all keys */
    RehearsedCall(MoveRehearsal.Parts parts, int size, SrtpProfile profile) {
        nowNs = System.nanoTime();
        bridge = new RehearsalBridge(parts, profile, this::nowNs, this::deliver);
        for (int number = 1; number <= size; number++) {
            clients.add(new RehearsalClient(number, bridge.port, parts.crypto(), parts.random()));
        }
    }

    long nowNs() {
        return nowNs;
    }

    /** Packets of media that came to clients. */
    long received() {
        return clients.stream().mapToLong(client -> client.received).sum();
    }

    /** Those of them that repeat another. */
    long repeated() {
        return clients.stream().mapToLong(client -> client.repeated).sum();
    }

    private void deliver(InetSocketAddress destination, byte[] datagram) {
        for (RehearsalClient client : clients) {
            if (client.address.equals(destination)) {
                client.onDatagram(datagram);
            }
        }
    }

    /** Lets all join, connect, and talk for a second. */
    void begin() {
        clients.forEach(this::join);
        for (int i = 0; i < STEPS_TO_CONNECT && !clients.stream().allMatch(RehearsalClient::isSecure); i++) {
            turn();
            clients.forEach(client -> {
                SrtpKeys keys = bridge.keys.get(fingerprint(client.number));
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

    private void join(RehearsalClient client) {
        String body = request(client);
        IceUdpTransport remote = Objects.requireNonNull(Objects.requireNonNull(bridge.colibri
                        .handle(Colibri2Json.parseModify(body, null))
                        .endpoints()
                        .getFirst()
                        .transport())
                .iceUdp());
        client.connect(remote, nowNs);
        turn();
    }

    private static String request(RehearsalClient client) {
        return """
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
                   "rtcp-fbs": [{"type": "transport-cc"}, {"type": "nack"}, {"type": "nack", "subtype": "pli"}]},
                  {"name": "rtx", "id": "96", "clockrate": "90000", "parameters": {"apt": "100"}}],
                 "rtp-hdrexts": [
                   {"uri": "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01", "id": 5}]}],
              "transport": {"ice-controlling": true, "transport": {"xmlns": "urn:xmpp:jingle:transports:ice-udp:1",
                "rtcp-mux": true, "ufrag": "%3$s", "pwd": "%4$s",
                "fingerprints": [{"hash": "sha-256", "setup": "active", "fingerprint": "%5$s"}]}},
              "sources": [
                {"id": "%2$08x-a0", "type": "audio", "sources": [{"ssrc": %6$d, "name": "%2$08x-a0"}]},
                {"id": "%2$08x-v0", "type": "video",
                 "sources": [{"ssrc": %7$d, "name": "%2$08x-v0"}, {"ssrc": %8$d, "name": "%2$08x-v0"},
                   {"ssrc": %9$d, "name": "%2$08x-v0"}, {"ssrc": %10$d, "name": "%2$08x-v0"},
                   {"ssrc": %11$d, "name": "%2$08x-v0"}, {"ssrc": %12$d, "name": "%2$08x-v0"}],
                 "ssrc-groups": [{"semantics": "SIM", "sources": [%7$d, %8$d, %9$d]},
                   {"semantics": "FID", "sources": [%7$d, %10$d]}, {"semantics": "FID", "sources": [%8$d, %11$d]},
                   {"semantics": "FID", "sources": [%9$d, %12$d]}]}]}]}
            """.formatted(
                        client.number == 1,
                        client.number,
                        client.ice.localCredentials().ufrag(),
                        client.ice.localCredentials().password(),
                        fingerprint(client.number),
                        client.audioSsrc(),
                        client.videoSsrc(0),
                        client.videoSsrc(1),
                        client.videoSsrc(2),
                        client.rtxSsrc(0),
                        client.rtxSsrc(1),
                        client.rtxSsrc(2));
    }

    /** A fingerprint that no certificate has. */
    private static String fingerprint(int number) {
        return IntStream.range(0, 32)
                .mapToObj(i -> i == 0 ? "%02X".formatted(number) : "00")
                .collect(Collectors.joining(":"));
    }

    /** Lets all talk for a while. */
    void talk(int steps) {
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
                bridge.review();
            }
            step++;
            turn();
        }
    }

    private void turn() {
        nowNs += STEP_NS;
        bridge.turn();
        bridge.turn();
        for (RehearsalClient client : clients) {
            client.turn(nowNs);
        }
    }

    @Override
    public void close() {
        clients.forEach(RehearsalClient::close);
        bridge.close();
    }
}
