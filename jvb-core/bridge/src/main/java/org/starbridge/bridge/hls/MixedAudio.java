package org.starbridge.bridge.hls;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.hls.ShownSource.Sound;
import org.starbridge.bridge.tap.EndpointTap;
import org.starbridge.bridge.tap.ObservedMediaPlane;
import org.starbridge.bridge.tap.StreamSink;
import org.starbridge.bridge.transcode.Transcoder;
import org.starbridge.bridge.transcode.Transcoders;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.frame.FrameAssembler.Frame;
import org.starbridge.recording.frame.PacketOrder;
import org.starbridge.recording.hls.AudioLine;
import org.starbridge.recording.time.SenderClock;

/**
 * The sound of all who speak in a conference, mixed to one stream of AAC by a {@link Transcoder}. The process has a
 * fixed number of inputs, each of which is fed all the time, with silence where no participant is; participants come to
 * them and leave them. The thread of the taps.
 */
final class MixedAudio {
    /** An input that waits for a packet keeps all others waiting, and players buffer so much less sound. */
    private static final long PATIENCE_NS = 300_000_000;

    /** A lost packet is given up before silence stands in for those behind it. */
    private static final long LOSS_NS = 200_000_000;

    private final long originNs;
    private final Transcoder transcoder;
    private final List<Input> inputs = new ArrayList<>();
    /** By the endpoint's key. */
    private final Map<Integer, SoundTap> taps = new HashMap<>();

    private final List<EndpointTap> closing = new ArrayList<>();

    /** One of the streams that are mixed. */
    private static final class Input {
        final AudioLine line;

        @Nullable
        Sound sound;

        Input(AudioLine line) {
            this.line = line;
        }

        boolean isOf(int endpointKey, int ssrc) {
            return sound != null && sound.transport().endpointKey() == endpointKey && sound.ssrc() == ssrc;
        }
    }

    private MixedAudio(Transcoders transcoders, long originNs, Transcoder transcoder) {
        this.originNs = originNs;
        this.transcoder = transcoder;
        for (int i = 0; i < transcoders.sounds(); i++) {
            int number = i;
            inputs.add(
                    new Input(new AudioLine((atNs, packet) -> transcoder.onAudio(number, atNs, packet), PATIENCE_NS)));
        }
    }

    /**
     * Begins to mix; null if too much is transcoded.
     *
     * @param originNs time 0 of the program on the local clock
     * @param sink takes AAC at times of the program
     */
    static @Nullable MixedAudio open(Transcoders transcoders, long originNs, AudioLine.Sink sink) {
        Transcoder transcoder = transcoders.open(transcoders.sounds(), false, new Transcoder.Sink() {
            @Override
            public void onVideo(long atNs, Frame frame) {}

            @Override
            public void onAudio(long atNs, byte[] frame) {
                sink.onAudio(atNs, frame);
            }

            @Override
            public void onKeyFrameNeeded() {}
        });
        return transcoder == null ? null : new MixedAudio(transcoders, originNs, transcoder);
    }

    /**
     * Takes those who spoke last. One that stays keeps its input.
     *
     * @param bySpeechActivity ids of endpoints, those who spoke last first
     */
    void choose(ForwardingTable table, ObservedMediaPlane media, List<String> bySpeechActivity) {
        List<Sound> wanted = loudest(ShownSource.sounds(table), bySpeechActivity, inputs.size());
        List<Sound> coming = new ArrayList<>(wanted);
        for (Input input : inputs) {
            Sound same = coming.stream()
                    .filter(each -> input.isOf(each.transport().endpointKey(), each.ssrc()))
                    .findFirst()
                    .orElse(null);
            input.sound = same;
            coming.remove(same);
        }
        for (Input input : inputs) {
            if (input.sound == null && !coming.isEmpty()) {
                input.sound = coming.removeFirst();
            }
        }
        taps.entrySet().removeIf(entry -> {
            boolean isOver = wanted.stream().noneMatch(each -> each.transport().endpointKey() == entry.getKey());
            if (isOver) {
                end(entry.getValue());
            }
            return isOver;
        });
        wanted.forEach(each -> listen(each, media));
    }

    /** The first of them in the order of their last speech; those who never spoke come last. */
    static List<Sound> loudest(List<Sound> sounds, List<String> bySpeechActivity, int count) {
        return sounds.stream()
                .sorted(Comparator.comparingInt(sound -> rank(sound, bySpeechActivity)))
                .limit(count)
                .toList();
    }

    private static int rank(Sound sound, List<String> bySpeechActivity) {
        for (int i = 0; i < bySpeechActivity.size(); i++) {
            if (sound.isOf(bySpeechActivity.get(i))) {
                return i;
            }
        }
        return bySpeechActivity.size();
    }

    private void listen(Sound sound, ObservedMediaPlane media) {
        int key = sound.transport().endpointKey();
        SoundTap known = taps.get(key);
        ObservedMediaPlane.Known endpoint = known == null ? media.endpoint(key) : null;
        if (endpoint != null) {
            known = new SoundTap(key);
            known.tap = EndpointTap.ofAudio(endpoint, known);
            taps.put(key, known);
        }
        if (known != null && known.tap != null) {
            known.tap.update(sound.transport());
        }
    }

    private void end(SoundTap tap) {
        if (tap.tap != null) {
            tap.tap.end();
            closing.add(tap.tap);
        }
    }

    /** All sound of one endpoint, or of one bridge. */
    private final class SoundTap implements StreamSink.Opener {
        private final int endpointKey;
        private final Map<String, SenderClock> clocks = new HashMap<>();
        private @Nullable EndpointTap tap;

        SoundTap(int endpointKey) {
            this.endpointKey = endpointKey;
        }

        @Override
        public StreamSink open(Stream declared, Codec codec, int clockRateHz, Runnable requestKeyFrame) {
            if (codec != Codec.OPUS) {
                return new IgnoredStream();
            }
            SenderClock clock = clocks.computeIfAbsent(declared.sourceName(), _ -> new SenderClock());
            int ssrc = declared.ssrc();
            return new FrameFeed(
                    Codec.OPUS,
                    new PacketOrder(LOSS_NS),
                    new FrameFeed.TimeLine(clockRateHz, clock, originNs),
                    requestKeyFrame,
                    (atNs, frame) -> onPacket(endpointKey, ssrc, atNs, frame.data()));
        }

        @Override
        public void onDropped(long packets) {}
    }

    private void onPacket(int endpointKey, int ssrc, long atNs, byte[] packet) {
        for (Input input : inputs) {
            if (input.isOf(endpointKey, ssrc)) {
                input.line.onPacket(atNs, packet);
            }
        }
    }

    /** Reads what came, and feeds the process. */
    void poll(long nowNs) {
        taps.values().forEach(each -> {
            if (each.tap != null) {
                each.tap.poll(nowNs);
            }
        });
        inputs.forEach(input -> input.line.onTick(nowNs - originNs));
        transcoder.poll(nowNs - originNs);
        pollClosing(nowNs);
    }

    /** Lets go of endpoints that are not mixed any more. */
    void pollClosing(long nowNs) {
        closing.forEach(each -> each.poll(nowNs));
        closing.removeIf(EndpointTap::isClosed);
    }

    /** Nothing more is mixed: {@link #pollClosing} until it {@link #isClosed}. */
    void end() {
        taps.values().forEach(this::end);
        taps.clear();
        transcoder.close();
    }

    boolean isClosed() {
        return closing.isEmpty();
    }
}
