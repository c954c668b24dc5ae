package org.starbridge.media.worker;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.ChannelText;

/** One participant: a client with camera, microphone, receiver and bridge channel, and what is known about it. */
final class SimulatedGuest implements BridgeChannel {
    static final long SILENT_AFTER_NS = 5_000_000_000L;
    /** A time that never came. */
    static final long NEVER = Long.MAX_VALUE / 2;

    private static final int KEPT_PACKETS = 400;

    final int number;
    final String id;
    final SimulatedClient client;
    final SimulatedCamera camera;
    final SimulatedReception reception;
    final SentMedia audioSent = new SentMedia();
    final SentMedia videoSent = new SentMedia();
    /** Packets of audio that came, by the number of their sender. */
    final Map<Integer, Long> audioCame = new HashMap<>();

    @Nullable
    EgressOracle oracle;

    long leftAtNs = NEVER;
    boolean isVanished;
    long vanishedAtNs = NEVER;
    long audioMutedAtNs = NEVER;
    long videoMutedAtNs = NEVER;
    long noVideoSinceNs = NEVER;
    /** What it sends may be dropped until then: its address is new, or it is not connected. */
    long doubtfulUntilNs;

    final boolean hasVideo;
    private final ChannelSlot slot;
    private long sending;

    SimulatedGuest(
            int number,
            String id,
            SimulatedClient client,
            long[] bitratesBps,
            ChannelSlot slot,
            long seed,
            long nowNs) {
        this.number = number;
        this.id = id;
        this.client = client;
        this.slot = slot;
        hasVideo = bitratesBps.length > 0;
        camera = new SimulatedCamera(client, bitratesBps, seed, nowNs, (long) number << 32);
        camera.beforeSending = fact -> sending = fact;
        reception = new SimulatedReception(client);
        client.recovery.startAnswering();
        slot.onOpen(this);
    }

    /** What comes under the SSRC of another guest's camera is shown. */
    void watch(SimulatedGuest other) {
        if (other.hasVideo && other != this) {
            reception.add(other.camera.ssrc());
        }
    }

    void onMedia(int ssrc, long extSeq, byte[] payload, long nowNs) {
        if (payload.length == SimulatedCamera.AUDIO_BYTES) {
            int sender = java.nio.ByteBuffer.wrap(payload).getInt(SimulatedCamera.FACTS_AT);
            audioCame.merge(sender, 1L, Long::sum);
        } else {
            reception.onVideo(ssrc, extSeq, payload, nowNs);
        }
    }

    /** A datagram of RTP left its address. */
    void onRtpSent(long nowNs, int ssrc, long arrivesNs) {
        boolean isDoubtful = nowNs < doubtfulUntilNs;
        if (sending < 0 && client.sent.containsKey(ssrc)) {
            audioSent.onSent(nowNs, -sending, arrivesNs, isDoubtful);
        } else if (sending > 0) {
            videoSent.onSent(nowNs, sending, arrivesNs, isDoubtful);
        }
    }

    /** Sends what is due, and requests what is missing. */
    void doWork(long nowNs) {
        if (nowNs >= camera.nextDueNs()) {
            camera.doWork(nowNs);
        }
        sending = 0;
        reception.doWork(nowNs);
    }

    /** Says something over the bridge channel; apostrophes stand for quotation marks. */
    void say(String json) {
        slot.onText(this, json.replace('\'', '"'));
    }

    long frames(SimulatedGuest from) {
        return Objects.requireNonNull(reception.sources().get(from.camera.ssrc()))
                .decoder
                .frames();
    }

    boolean isPresent() {
        return leftAtNs == NEVER;
    }

    /** Forgets what no rule needs any more. */
    void prune() {
        client.recovery.keepLast(KEPT_PACKETS);
        client.got.values().forEach(stream -> {
            stream.order.clear();
            stream.timestampByExtSeq.headMap(stream.highest - 2000).clear();
        });
        client.payloads.values().forEach(Map::clear);
        client.transportNumbers.clear();
        client.senderReports.clear();
        client.senderReportCounts.clear();
        client.senderReportTimestamps.clear();
    }

    @Override
    public boolean send(ChannelText text) {
        return true;
    }

    @Override
    public void close(CloseReason reason) {}

    @Override
    public String toString() {
        return id + "#" + number;
    }
}
