package org.starbridge.media.worker;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongConsumer;
import org.starbridge.media.projection.Vp8Source;
import org.starbridge.media.worker.SimulatedClient.SentStream;

/**
 * The camera and the microphone of a simulated participant: VP8 in simulcast with three temporal layers, 30 frames a
 * second, key frames on request, and Opus. Each packet of video says what its frame needs to be decoded.
 */
final class SimulatedCamera {
    /** Of Opus at 32 kbit/s. */
    static final int AUDIO_BYTES = 80;

    /** Where the description of the frame begins in a payload. */
    static final int FACTS_AT = 16;

    static final int FACTS_BYTES = 28;

    private static final long MS = 1_000_000;
    /** Where the payload header of VP8 begins, and in it the size of a key frame (RFC 6386 section 9.1). */
    private static final int HEADER_AT = 6;

    private static final int SIZE_AT = HEADER_AT + 3;
    private static final int MAX_PACKET_BYTES = 1170;
    /** The share of a frame of each temporal layer, against the mean frame: 40, 20 and 40 % of the bitrate. */
    private static final double[] LAYER_SHARES = {1.6, 0.8, 0.8};

    private static final double KEY_FRAME_FACTOR = 5;
    /** Browsers encode nothing less than this after a request. */
    private static final long KEY_FRAME_INTERVAL_NS = 300 * MS;

    private final SimulatedClient client;
    private final List<SentStream> encodings;
    private final SentStream microphone;
    private final long[] bitratesBps;
    private final Random random;
    private final Vp8Source source;
    private final int[] frameBytes;
    private final double phase;
    private final long firstFact;
    private long captureAtNs;
    private long audioAtNs;
    /** Of its pictures only one of so many is sent: 1 for 30 a second. */
    int pictureStep = 1;
    /** How much audio is in a packet. */
    int audioMs = 20;
    /** Requests for key frames are ignored. */
    boolean isDeaf;
    /** Sees the id of each frame before a packet of it is sent, and that of each packet of audio. */
    LongConsumer beforeSending = _ -> {};

    private long keyFrameAtNs = Long.MIN_VALUE / 2;
    private long audioSent;
    boolean isMuted;
    /** Lines of the lowest encoding, as key frames say; 0 if they say nothing: 180 are assumed then. */
    int lowestHeightPx;
    /** The share by which bitrates rise and fall, as those of real pictures do: two waves of different length. */
    double variation;

    /** @param bitratesBps of the encodings, low to high; 0 of one that is declared and not sent */
    SimulatedCamera(SimulatedClient client, long[] bitratesBps, long seed, long nowNs) {
        this(client, bitratesBps, seed, nowNs, 0);
    }

    /** One whose frames, and packets of audio, have greater ids than {@code firstFact}. */
    SimulatedCamera(SimulatedClient client, long[] bitratesBps, long seed, long nowNs, long firstFact) {
        this.firstFact = firstFact;
        this.client = client;
        this.bitratesBps = bitratesBps.clone();
        random = new Random(seed);
        encodings = client.sent.values().stream()
                .filter(stream -> stream.payloadType == SimulatedBridge.VP8)
                .sorted((a, b) -> Integer.compare(a.ssrc, b.ssrc))
                .toList();
        microphone = WholeBridge.stream(client, SimulatedBridge.OPUS);
        frameBytes = new int[encodings.size()];
        phase = 100 * new Random(seed).nextDouble();
        source = new Vp8Source(random, encodings.size(), firstFact, false, this::parts);
        captureAtNs = nowNs + random.nextInt(Vp8Source.FRAME_MS) * MS;
        audioAtNs = nowNs + random.nextInt(20) * MS;
    }

    private int parts(int encoding, boolean isKey, int layer) {
        double meanBytes = bitratesBps[encoding] / 8.0 * Vp8Source.FRAME_MS / 1000 * pictureStep;
        double factor = isKey ? KEY_FRAME_FACTOR : LAYER_SHARES[layer] * (0.8 + 0.4 * random.nextDouble());
        frameBytes[encoding] = (int) (meanBytes * factor * (1 + variation * wave()));
        return Math.max(1, (frameBytes[encoding] + MAX_PACKET_BYTES - 1) / MAX_PACKET_BYTES);
    }

    private double wave() {
        double seconds = captureAtNs / 1e9 + phase;
        return 0.6 * Math.sin(2 * Math.PI * seconds / 2.3) + 0.4 * Math.sin(2 * Math.PI * seconds / 7.1);
    }

    /** Sends a key frame of each encoding next. */
    void refresh() {
        source.requestKeyFrame();
    }

    /** Sends what is due. */
    void doWork(long nowNs) {
        if (isDeaf) {
            client.keyFrameRequests.clear();
        } else if (!client.keyFrameRequests.isEmpty() && nowNs - keyFrameAtNs > KEY_FRAME_INTERVAL_NS) {
            client.keyFrameRequests.clear();
            keyFrameAtNs = nowNs;
            source.requestKeyFrame();
        }
        if (nowNs >= captureAtNs) {
            captureAtNs += Vp8Source.FRAME_MS * MS * pictureStep;
            for (Vp8Source.Packet packet : source.capture(encodings.size())) {
                if (!isMuted && bitratesBps[packet.encoding()] > 0) {
                    beforeSending.accept(packet.frame().id());
                    send(packet);
                }
            }
            source.skip(pictureStep - 1);
        }
        if (nowNs >= audioAtNs) {
            audioAtNs += audioMs * MS;
            audioSent++;
            byte[] payload = new byte[AUDIO_BYTES];
            ByteBuffer.wrap(payload).putLong(FACTS_AT, firstFact + audioSent);
            beforeSending.accept(-firstFact - audioSent);
            client.send(microphone, payload, false, microphone.nextTimestamp + audioMs * 48);
        }
    }

    /** When it sends the next time. */
    long nextDueNs() {
        return Math.min(captureAtNs, audioAtNs);
    }

    private void send(Vp8Source.Packet packet) {
        Vp8Source.Frame frame = packet.frame();
        int bytes = Math.max(FACTS_AT + FACTS_BYTES, frameBytes[packet.encoding()] / frame.parts());
        byte[] payload = Arrays.copyOf(packet.bytes(), bytes == AUDIO_BYTES ? bytes + 1 : bytes);
        if (frame.key() && packet.part() == 0 && lowestHeightPx > 0) {
            int heightPx = lowestHeightPx << packet.encoding();
            ByteBuffer.wrap(payload)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(SIZE_AT, new byte[] {(byte) 0x9D, 1, 0x2A})
                    .putShort(SIZE_AT + 3, (short) (heightPx * 16 / 9))
                    .putShort(SIZE_AT + 5, (short) heightPx);
        }
        ByteBuffer.wrap(payload, FACTS_AT, FACTS_BYTES)
                .put((byte) packet.encoding())
                .put((byte) (frame.key() ? 1 : 0))
                .put((byte) frame.parts())
                .put((byte) packet.part())
                .putLong(frame.id())
                .putLong(frame.last())
                .putLong(frame.golden());
        client.send(encodings.get(packet.encoding()), payload, packet.marker(), packet.timestamp());
    }

    /** Forgets what it sent: nothing is asked for again on a perfect way to the bridge. */
    void forget() {
        client.sent.values().forEach(stream -> {
            stream.packets.clear();
            stream.forget();
        });
    }

    /** Packets of audio sent so far. */
    long audioSent() {
        return audioSent;
    }

    /** The SSRC under which receivers get its video. */
    int ssrc() {
        return encodings.getFirst().ssrc;
    }
}
