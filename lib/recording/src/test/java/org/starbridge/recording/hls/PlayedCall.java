package org.starbridge.recording.hls;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.frame.FrameAssembler.Frame;
import org.starbridge.recording.frame.PacketOrder;
import org.starbridge.recording.matroska.MatroskaTrack;
import org.starbridge.recording.time.SenderClock;
import org.starbridge.recording.time.TimedFrames;

/**
 * A call by a script, of pictures that can be decoded, and what the bridge writes of it: a recording of each stream and
 * codec, and HLS with two renditions.
 */
final class PlayedCall {
    static final long MS = 1_000_000;
    static final int FRAME_MS = 40;
    static final int SOUND_MS = 20;
    static final int LENGTH_MS = 12_000;
    /** From capture to arrival. */
    static final int WAY_MS = 30;

    /** Pauses that are part of their segments. */
    private static final int LONGEST_STILL_MS = 4000;

    private static final byte[] SILENCE = {(byte) 0xF8, (byte) 0xFF, (byte) 0xFE};

    private final Program program = new Program(new HlsTiming(4000 * MS, 500 * MS, 600_000 * MS, 1 << 30), 2, 0);
    private final AudioLine line = new AudioLine(program::onAudio);
    private final SenderClock clock = new SenderClock();
    private final Script script;
    private final List<Recorded> files = new ArrayList<>();

    /** A stream of the call. */
    enum Stream {
        SOUND(-1),
        SMALL(0),
        LARGE(1);

        private final int rendition;

        Stream(int rendition) {
            this.rendition = rendition;
        }

        boolean isVideo() {
            return this != SOUND;
        }
    }

    /** Frames of a codec, each with its packets' payloads. Key frames are those of whole seconds. */
    record Encoded(Codec codec, List<List<byte[]>> pictures) {}

    /** A time without packets. RTP time runs on, or stands still. */
    record Pause(Stream stream, int fromMs, int untilMs, boolean standsStill) {
        boolean contains(int ms) {
            return ms >= fromMs && ms < untilMs;
        }
    }

    /**
     * Events of a call.
     *
     * @param otherCodecAtMs when both encodings change from H.264 to VP9; never if it is after the end
     */
    record Script(String name, int otherCodecAtMs, List<Pause> pauses) {
        @Override
        public String toString() {
            return name;
        }

        /** Whether no rendition stays away for longer than a segment, and the codec stays the same. */
        boolean canBePlayedWithoutGaps() {
            return otherCodecAtMs > LENGTH_MS
                    && pauses.stream().allMatch(pause -> pause.untilMs() - pause.fromMs() <= LONGEST_STILL_MS);
        }

        boolean isPaused(Stream stream, int ms) {
            return pauses.stream().anyMatch(pause -> pause.stream() == stream && pause.contains(ms));
        }

        /** For how long RTP time has stood still. */
        int stoodStillMs(Stream stream, int ms) {
            return pauses.stream()
                    .filter(pause -> pause.stream() == stream && pause.standsStill() && pause.untilMs() <= ms)
                    .mapToInt(pause -> pause.untilMs() - pause.fromMs())
                    .sum();
        }
    }

    /** A file with the true times, in ms, of the frames that are in it. */
    final class Recorded implements TimedFrames.Sink {
        final Stream stream;
        final Codec codec;
        final TimedFrames frames;
        final TreeMap<Integer, Boolean> sentMs = new TreeMap<>();
        private final ByteArrayOutputStream clusters = new ByteArrayOutputStream();
        private int seq;

        @Nullable
        private MatroskaTrack file;

        Recorded(Stream stream, Codec codec) {
            this.stream = stream;
            this.codec = codec;
            frames = new TimedFrames(codec, new PacketOrder(), codec.isVideo() ? 90_000 : 48_000, clock, this);
        }

        void send(int sentMs, List<byte[]> payloads) {
            this.sentMs.put(sentMs, true);
            int rtpMs = sentMs - script.stoodStillMs(stream, sentMs);
            int timestamp = 7000 * (2 + stream.rendition) + rtpMs * (codec.isVideo() ? 90 : 48);
            for (int i = 0; i < payloads.size(); i++) {
                frames.onPacket(new PacketOrder.Packet(
                        seq++,
                        (sentMs + WAY_MS) * MS,
                        codec.isVideo() ? 96 : 111,
                        timestamp,
                        i == payloads.size() - 1,
                        payloads.get(i)));
            }
        }

        @Override
        public void onFrame(long timeNs, Frame frame) {
            MatroskaTrack to = file;
            if (to == null) {
                to = new MatroskaTrack(Objects.requireNonNull(frame.format()), "one", 0);
                file = to;
            }
            clusters.writeBytes(to.add(timeNs / MS, frame.isKeyFrame(), frame.data()));
            if (stream.isVideo()) {
                program.onVideo(stream.rendition, timeNs, frame);
            } else {
                line.onPacket(timeNs, frame.data());
            }
        }

        @Override
        public void onGap(long packets) {
            throw new AssertionError("nothing is lost");
        }

        @Override
        public void onKeyFrameNeeded() {
            // one comes each second
        }

        String name() {
            return stream + "-" + codec + ".mkv";
        }

        void write(Path folder) throws IOException {
            MatroskaTrack ended = Objects.requireNonNull(file);
            clusters.writeBytes(ended.end());
            clusters.writeBytes(ended.index());
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            all.writeBytes(ended.finalHeader());
            clusters.writeTo(all);
            Files.write(folder.resolve(name()), all.toByteArray());
        }
    }

    PlayedCall(Script script, Encoded first, Encoded other) {
        this.script = script;
        for (Stream stream : Stream.values()) {
            files.add(new Recorded(stream, stream.isVideo() ? first.codec() : Codec.OPUS));
        }
        Encoded encoded = first;
        for (int ms = 0; ms < LENGTH_MS + WAY_MS; ms += 10) {
            int sentMs = ms - WAY_MS;
            if (sentMs == script.otherCodecAtMs()) {
                encoded = other;
                for (Stream stream : List.of(Stream.SMALL, Stream.LARGE)) {
                    file(stream).frames.end();
                    files.add(new Recorded(stream, other.codec()));
                }
            }
            for (Stream stream : Stream.values()) {
                int everyMs = stream.isVideo() ? FRAME_MS : SOUND_MS;
                if (sentMs >= 0 && sentMs % everyMs == 0 && !script.isPaused(stream, sentMs)) {
                    file(stream)
                            .send(
                                    sentMs,
                                    stream.isVideo() ? encoded.pictures().get(sentMs / FRAME_MS) : List.of(SILENCE));
                }
                file(stream).frames.onTick(ms * MS);
            }
            line.onTick(ms * MS);
            program.onTick(ms * MS);
        }
        files.forEach(each -> each.frames.end());
        line.end((LENGTH_MS + WAY_MS) * MS);
        program.end((LENGTH_MS + WAY_MS) * MS);
    }

    /** The newest file of a stream. */
    private Recorded file(Stream stream) {
        return files.stream()
                .filter(each -> each.stream == stream)
                .reduce((_, last) -> last)
                .orElseThrow();
    }

    List<Recorded> files() {
        return files;
    }

    ProgramSnapshot program() {
        return program.snapshot();
    }

    RenditionSnapshot rendition(Stream stream) {
        return stream.isVideo()
                ? program().videos().get(stream.rendition)
                : program().audio();
    }

    /** Times, in ms, in which a stream sent, of all its codecs. */
    List<Integer> sentMs(Stream stream) {
        return files.stream()
                .filter(each -> each.stream == stream)
                .flatMap(each -> each.sentMs.keySet().stream())
                .toList();
    }

    /**
     * Writes all files of HLS, and for each header of each rendition one file with its segments, as a player appends
     * them to a buffer. Returns the names of the latter.
     */
    List<String> write(Path folder) throws IOException {
        for (Recorded each : files) {
            each.write(folder);
        }
        List<String> appended = new ArrayList<>();
        for (RenditionSnapshot rendition : program().renditions()) {
            Files.writeString(
                    folder.resolve(rendition.name() + ".m3u8"), MediaPlaylist.of(program(), rendition, false));
            TreeMap<Integer, ByteArrayOutputStream> buffers = new TreeMap<>();
            for (Segment segment : rendition.complete()) {
                if (segment.isGap()) {
                    continue;
                }
                byte[] header = joined(rendition.header(segment.init()));
                byte[] media = joined(rendition.segment(segment.number()));
                Files.write(folder.resolve(rendition.name() + "." + segment.init() + ".init.mp4"), header);
                Files.write(folder.resolve(rendition.name() + "." + segment.number() + ".m4s"), media);
                buffers.computeIfAbsent(segment.init(), _ -> {
                            ByteArrayOutputStream buffer = new ByteArrayOutputStream();
                            buffer.writeBytes(header);
                            return buffer;
                        })
                        .writeBytes(media);
            }
            for (var each : buffers.entrySet()) {
                String name = rendition.name() + "." + each.getKey() + ".mp4";
                Files.write(folder.resolve(name), each.getValue().toByteArray());
                appended.add(name);
            }
        }
        return appended;
    }

    private static byte[] joined(List<byte[]> pieces) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        pieces.forEach(all::writeBytes);
        return all.toByteArray();
    }
}
