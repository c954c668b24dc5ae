package org.starbridge.bridge.hls;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.starbridge.bridge.transcode.Transcoder;
import org.starbridge.recording.frame.FrameAssembler.Frame;
import org.starbridge.recording.frame.H264Sequence;
import org.starbridge.recording.frame.TrackFormat;

/** Transcoders without a process: each keeps what it is given, and gives a frame back for each one. */
final class SimulatedTranscoders implements Transcoder.Factory {
    /** Main profile, 1280 x 720. */
    private static final TrackFormat H264 = Objects.requireNonNull(H264Sequence.ofConfiguration(
            HexFormat.of().parseHex("014d401fffe10017674d401fda014016ec0440000003004000000f23c60ca801000468ef0fc8")));

    private static final long AAC_NS = 1024L * 1_000_000_000 / 48_000;

    final List<Simulated> opened = new ArrayList<>();

    /** A packet or a frame that a transcoder was given; {@code mark} is its last byte. */
    record Given(int input, long atNs, int mark, boolean isKeyFrame) {}

    /** One transcoder. */
    static final class Simulated implements Transcoder {
        final Job job;
        final Sink sink;
        final List<Given> sounds = new ArrayList<>();
        final List<Given> pictures = new ArrayList<>();
        final List<Long> polls = new ArrayList<>();
        int closed;
        private final Runnable onClosed;
        private int returned;
        private long aacNs = -1;

        private Simulated(Job job, Sink sink, Runnable onClosed) {
            this.job = job;
            this.sink = sink;
            this.onClosed = onClosed;
        }

        /** Marks of the packets of one input from this one on. */
        Stream<Integer> marks(int input, int from) {
            return sounds.stream()
                    .filter(each -> each.input == input)
                    .skip(from)
                    .map(Given::mark);
        }

        int count(int input) {
            return (int) marks(input, 0).count();
        }

        @Override
        public void onVideo(long atNs, byte[] frame, boolean isKeyFrame) {
            pictures.add(new Given(0, atNs, frame[frame.length - 1] & 0xFF, isKeyFrame));
        }

        @Override
        public void onAudio(int sound, long atNs, byte[] packet) {
            sounds.add(new Given(sound, atNs, packet[packet.length - 1] & 0xFF, true));
        }

        @Override
        public void poll(long nowNs) {
            polls.add(nowNs);
            for (; returned < pictures.size(); returned++) {
                Given given = pictures.get(returned);
                byte[] data = {0, 0, 0, 1, (byte) (given.isKeyFrame ? 0x65 : 0x41)};
                sink.onVideo(
                        given.atNs, new Frame(data, 0, given.atNs, given.isKeyFrame, given.isKeyFrame ? H264 : null));
            }
            if (sounds.isEmpty()) {
                return;
            }
            aacNs = aacNs < 0 ? sounds.getFirst().atNs : aacNs;
            for (; aacNs + AAC_NS <= sounds.getLast().atNs; aacNs += AAC_NS) {
                sink.onAudio(aacNs, new byte[] {1, 2, 3});
            }
        }

        @Override
        public void close() {
            closed++;
            onClosed.run();
        }
    }

    @Override
    public Transcoder open(Transcoder.Job job, Transcoder.Sink sink, Runnable onClosed) {
        Simulated one = new Simulated(job, sink, onClosed);
        opened.add(one);
        return one;
    }
}
