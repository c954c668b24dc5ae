package org.starbridge.media.worker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.source.Negotiation;
import org.starbridge.media.worker.SimulatedBridge.Recovery;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.rtp.memory.Work;
import org.starbridge.transport.srtp.SrtpCrypto;

/**
 * Some people who all see and hear each other for a while, always the same: what a worker does for them is counted.
 * Audio has a constant rate, video the frame sizes of a recorded call; everybody reports each second, and ICE and
 * timers go on as always.
 */
final class SyntheticConference implements AutoCloseable {
    private static final long MS = 1_000_000;
    private static final int AUDIO_MS = 20;
    private static final int AUDIO_BYTES = 120;
    private static final int FRAME_MS = 33;
    private static final int MAX_PAYLOAD_BYTES = 1150;
    private static final int REPORT_MS = 1000;
    private static final int TRANSPORT_SEQUENCE_ID = 5;

    /** Bytes of successive frames of a talking head, VP8 640x360 at 30 frames and about 570 kbit/s. */
    private static final int[] FRAMES = {
        2310, 1980, 2655, 1874, 2402, 3120, 1756, 2213, 2590, 2048, 1932, 2871, 2266, 1690, 2437, 2984, 2102, 1849,
        2533, 2377, 1911, 2748, 2190, 2025, 3356, 1803, 2469, 2141, 2612, 1967
    };

    private static final int KEY_FRAME_BYTES = 18_400;

    /** What was counted in some time. */
    record Cost(
            long packetsIn,
            long packetsForwarded,
            long datagramsOut,
            long turns,
            long idleTurns,
            long allocatedBytes,
            long receiveCalls,
            long sendCalls,
            long messages,
            long cryptoCalls,
            long copies,
            long copiedBytes,
            long clockReads) {
        double perForwarded(long count) {
            return (double) count / packetsForwarded;
        }
    }

    private final int encodings;
    final SimulatedBridge bridge;
    private final List<CountedPort> ports = new ArrayList<>();
    private final List<SimulatedClient> people = new ArrayList<>();
    private final List<SentStream> audio = new ArrayList<>();
    private final List<SentStream> video = new ArrayList<>();
    private long tick;
    private long turns;
    private long idleTurns;
    private long allocatedBytes;
    /** Turns in which a worker had packets to forward, and neither a timer nor ICE to look after. */
    long packetTurns;
    /** Those of them in which something was allocated. */
    long allocatingPacketTurns;

    private long cryptoCalls;
    private long copies;
    private long copiedBytes;

    SyntheticConference(int size, int workers) {
        this(size, workers, 1);
    }

    /**
     * One whose cameras send several encodings, each a quarter as large as the next, with three temporal layers: half
     * of the people get the highest, the others the lowest without its highest temporal layer.
     */
    SyntheticConference(int size, int workers, int encodings) {
        this(size, workers, encodings, false);
    }

    /** @param estimates whether everybody sends transport-wide feedback, so that bandwidth is estimated for all */
    SyntheticConference(int size, int workers, int encodings, boolean estimates) {
        this.encodings = encodings;
        bridge = new SimulatedBridge(20261121, workers, _ -> SrtpCrypto.probe(), port -> {
            CountedPort counted = new CountedPort(port);
            ports.add(counted);
            return counted;
        });
        bridge.turns = this::countedTurn;
        bridge.recovery = Recovery.NACK_AND_RTX;
        bridge.hasTransportFeedback = estimates;
        bridge.extensionIds = Map.of(Negotiation.TRANSPORT_SEQUENCE, TRANSPORT_SEQUENCE_ID);
        for (int i = 0; i < size; i++) {
            int media = camera(i);
            List<Stream> declared =
                    new ArrayList<>(List.of(SimulatedBridge.audio(1000 + i), SimulatedBridge.rtx(3000 + i, media)));
            for (int encoding = 0; encoding < encodings; encoding++) {
                declared.add(SimulatedBridge.encoding(media, encoding));
            }
            if (encodings > 1 && i % 2 != 0) {
                Map<Integer, Integer> lowest = new HashMap<>();
                for (int other = 0; other < size; other++) {
                    lowest.put(camera(other), 1);
                }
                bridge.targets.put("c" + i, lowest);
            }
            SimulatedClient client = bridge.join("c" + i, declared.toArray(Stream[]::new));
            client.transportSequenceId = TRANSPORT_SEQUENCE_ID;
            client.feedbackId = estimates ? TRANSPORT_SEQUENCE_ID : 0;
            people.add(client);
            audio.add(client.addStream(1000 + i, SimulatedBridge.OPUS, 100 + 7 * i));
            for (int encoding = 0; encoding < encodings; encoding++) {
                video.add(client.addStream(media + encoding, SimulatedBridge.VP8, 60000 + 61 * i));
            }
            video.get(i * encodings).rtxSsrc = 3000 + i;
            for (int other = 0; other < size; other++) {
                client.mediaByRtxSsrc.put(3000 + other, camera(other));
            }
        }
        if (!bridge.connectAll()) {
            throw new AssertionError("not all connect");
        }
        bridge.run(100 * MS);
    }

    private static int camera(int person) {
        return 2000 + 10 * person;
    }

    private void countedTurn(MediaWorker worker, long nowNs) {
        CountedPort port = ports.get(worker.index());
        long bytesBefore = Allocation.byThisThreadBytes() - port.ownBytes;
        long callsBefore = Work.nativeCalls();
        long copiesBefore = Work.copies() - port.ownCopies;
        long copiedBefore = Work.copiedBytes() - port.ownCopiedBytes;
        long othersBefore = port.othersReceived;
        long receivedBefore = port.datagramsReceived;
        boolean isTimerDue = worker.nextDeadlineNs() <= nowNs;
        worker.doWork(nowNs);
        boolean sleeps = !worker.mayHaveMore() && worker.nextDeadlineNs() > nowNs; // what its thread asks next
        allocatedBytes += Allocation.byThisThreadBytes() - port.ownBytes - bytesBefore;
        cryptoCalls += Work.nativeCalls() - callsBefore;
        copies += Work.copies() - port.ownCopies - copiesBefore;
        copiedBytes += Work.copiedBytes() - port.ownCopiedBytes - copiedBefore;
        if (!isTimerDue && port.othersReceived == othersBefore && port.datagramsReceived > receivedBefore) {
            packetTurns++;
            allocatingPacketTurns += Allocation.byThisThreadBytes() - port.ownBytes > bytesBefore ? 1 : 0;
        }
        turns++;
        idleTurns += sleeps ? 1 : 0;
    }

    /** Lets everybody talk; returns what that cost. */
    Cost talk(int durationMs) {
        Cost before = counts();
        for (int i = 0; i < durationMs; i++) {
            for (int person = 0; person < people.size(); person++) {
                speak(person);
            }
            tick++;
            bridge.run(MS);
        }
        people.forEach(SimulatedClient::forgetHistory);
        Cost now = counts();
        return new Cost(
                now.packetsIn - before.packetsIn,
                now.packetsForwarded - before.packetsForwarded,
                now.datagramsOut - before.datagramsOut,
                now.turns - before.turns,
                now.idleTurns - before.idleTurns,
                now.allocatedBytes - before.allocatedBytes,
                now.receiveCalls - before.receiveCalls,
                now.sendCalls - before.sendCalls,
                now.messages - before.messages,
                now.cryptoCalls - before.cryptoCalls,
                now.copies - before.copies,
                now.copiedBytes - before.copiedBytes,
                now.clockReads - before.clockReads);
    }

    /** From now on everybody asks for what is missing, and sends again what the bridge asks for. */
    void recoverLosses() {
        people.forEach(client -> client.recovery.start(bridge.clock.nowNs()));
    }

    /** Packets that came to a receiver after all. */
    long recovered() {
        return people.stream().mapToLong(client -> client.recovery.recovered).sum();
    }

    private void speak(int person) {
        SimulatedClient client = people.get(person);
        if ((tick + 2L * person) % AUDIO_MS == 0) {
            client.send(audio.get(person), payload(AUDIO_BYTES, false, false), false);
        }
        if ((tick + 3L * person) % FRAME_MS == 0) {
            long frame = (tick + 3L * person) / FRAME_MS;
            boolean key = tick < FRAME_MS;
            int bytes = key ? KEY_FRAME_BYTES : FRAMES[(int) (frame % FRAMES.length)];
            for (int encoding = 0; encoding < encodings; encoding++) {
                SentStream stream = video.get(person * encodings + encoding);
                sendFrame(client, stream, bytes >> (2 * (encodings - 1 - encoding)), key, encodings == 1 ? -1 : frame);
            }
        }
        if ((tick + 17L * person) % REPORT_MS == 0) {
            long ntp = 1L << 40 | tick << 20;
            client.sendSenderReport(audio.get(person), ntp);
            client.sendSenderReport(video.get(person * encodings), ntp);
            int heard = (person + 1) % people.size();
            client.sendReport(1000 + heard, 0, ntp, MS);
            client.sendReport(camera(heard), 0, ntp, MS);
        }
    }

    /** As libwebrtc splits a frame: into equal parts, which differ by one byte at most. */
    private static void sendFrame(SimulatedClient client, SentStream stream, int bytes, boolean key, long frame) {
        int packets = (bytes + MAX_PAYLOAD_BYTES - 1) / MAX_PAYLOAD_BYTES;
        for (int i = 0; i < packets; i++) {
            int size = bytes / packets + (i >= packets - bytes % packets ? 1 : 0);
            byte[] payload = frame < 0 ? payload(size, i == 0, key) : layered(size, i == 0, key, frame);
            client.send(stream, payload, i == packets - 1);
        }
    }

    private static byte[] payload(int bytes, boolean startsFrame, boolean key) {
        byte[] payload = new byte[bytes];
        payload[0] = (byte) (startsFrame ? 0x10 : 0);
        payload[1] = (byte) (key ? 0 : 1);
        return payload;
    }

    /** With picture id, TL0PICIDX and temporal layers in the order 0 2 1 2. */
    private static byte[] layered(int bytes, boolean startsFrame, boolean key, long frame) {
        byte[] payload = new byte[Math.max(bytes, 8)];
        int layer = frame % 4 == 0 ? 0 : frame % 4 == 2 ? 1 : 2;
        payload[0] = (byte) (startsFrame ? 0x90 : 0x80);
        payload[1] = (byte) 0xE0;
        payload[2] = (byte) (0x80 | frame >>> 8);
        payload[3] = (byte) frame;
        payload[4] = (byte) (frame / 4);
        payload[5] = (byte) (key ? 0 : layer << 6 | 0x20);
        payload[6] = (byte) (key ? 0 : 1);
        return payload;
    }

    private Cost counts() {
        long in = 0;
        long rtp = 0;
        long out = 0;
        long receives = 0;
        long sends = 0;
        long messages = 0;
        for (CountedPort port : ports) {
            in += port.datagramsReceived;
            rtp += port.rtpSent;
            out += port.datagramsSent;
            receives += port.receiveCalls;
            sends += port.sendCalls;
            messages += port.counts().messagesSent();
        }
        return new Cost(
                in,
                rtp,
                out,
                turns,
                idleTurns,
                allocatedBytes,
                receives,
                sends,
                messages,
                cryptoCalls,
                copies,
                copiedBytes,
                bridge.stopwatchReads);
    }

    @Override
    public void close() {
        bridge.close();
    }
}
