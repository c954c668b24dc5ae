package org.starbridge.recording.hls;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.starbridge.recording.frame.PacketOrder.Packet;

/**
 * A sender with its clocks, its pauses and its network, by a seed. Each frame carries the true time of its capture.
 * True time is the local clock.
 */
final class SimulatedSender {
    static final long MS = 1_000_000;
    static final int AUDIO_HZ = 48_000;
    static final int VIDEO_HZ = 90_000;
    private static final long SECOND = 1000 * MS;
    private static final long AUDIO_NS = 20 * MS;
    private static final long CALM_NS = 500 * MS;
    /** Part of a key frame's width, which says what stands for another codec. */
    private static final int OTHER_CODEC = 2;

    private final Random random;
    private final PriorityQueue<Arrival> way = new PriorityQueue<>(Comparator.comparingLong(Arrival::atNs));
    private final Stream audio;
    private final Stream small;
    private final Stream large;
    private final long delayNs;
    private final long jitterNs;
    private final Reports reports;
    private final double lost;
    private final long videoFrameNs;
    private final double wallDrift;
    private long wallOffsetNs;
    private long queueUntilNs;
    private long queueNs;
    private long heldUntilNs;
    private long lostUntilNs;
    /** Where RTP time begins again, the first packets come in time: nothing else says when they were sent. */
    private long calmUntilNs;

    private boolean isOtherCodec;

    /** Streams of a sender: its sound, and two encodings of its picture. */
    enum Track {
        SOUND,
        SMALL,
        LARGE;

        boolean isVideo() {
            return this != SOUND;
        }
    }

    /** How reports are made. */
    enum Reports {
        /** The RTP time of the present. */
        EXACT,
        /** The timestamp of the last frame, as aiortc does. */
        OF_LAST_FRAME,
        NONE
    }

    /** What arrives: a packet or a report of a stream; {@code generation} counts its SSRCs and codecs. */
    record Arrival(
            long atNs,
            Track track,
            int generation,
            @Nullable Packet packet,
            long ntp64,
            int rtpTimestamp) {}

    private static final class Stream {
        final Track track;
        final int rateHz;
        final double drift;
        final long encodeNs;
        int generation;
        long seq = 100;
        long nextNs;
        long nextReportNs;
        long stoodStillNs;
        long offset;
        long pausedUntilNs = -1;
        boolean standsStill;
        boolean reportsWhilePaused;
        long lastTimestamp;
        boolean hasSent;
        boolean isKeyWanted = true;
        int width;

        Stream(Track track, double drift, long encodeNs) {
            this.track = track;
            rateHz = track.isVideo() ? VIDEO_HZ : AUDIO_HZ;
            width = track == Track.SMALL ? 320 : 640;
            this.drift = drift;
            this.encodeNs = encodeNs;
        }

        long timestamp(long trueNs) {
            double seconds = (trueNs - stoodStillNs) / 1e9 * (1 + drift);
            return offset + Math.round(seconds * rateHz);
        }
    }

    /** One that begins at a time, with other clocks than others. */
    SimulatedSender(Random random, long fromNs, long delayNs, Reports reports) {
        this.random = random;
        this.delayNs = delayNs;
        this.reports = reports;
        jitterNs = 1 + random.nextInt(15) * MS;
        lost = random.nextInt(3) == 0 ? 0.02 : 0;
        int[] rates = {25, 30, 30, 15};
        videoFrameNs = SECOND / rates[random.nextInt(rates.length)];
        wallDrift = ppm();
        wallOffsetNs = 3_900_000_000L * SECOND + random.nextInt() * 10L;
        audio = new Stream(Track.SOUND, ppm(), random.nextInt(8) * MS);
        double videoDrift = ppm();
        small = new Stream(Track.SMALL, videoDrift, random.nextInt(20) * MS);
        large = new Stream(Track.LARGE, videoDrift, random.nextInt(20) * MS);
        calmUntilNs = fromNs + CALM_NS;
        for (Stream stream : List.of(audio, small, large)) {
            stream.nextNs = fromNs;
            stream.offset = random.nextInt() & 0xFFFFFFFFL;
            stream.nextReportNs = fromNs + random.nextInt(1000) * MS;
        }
    }

    private double ppm() {
        return (random.nextInt(401) - 200) / 1e6;
    }

    long videoFrameNs() {
        return videoFrameNs;
    }

    /** When what happened last is over. */
    long busyUntilNs() {
        return Math.max(
                Math.max(audio.pausedUntilNs, Math.max(small.pausedUntilNs, large.pausedUntilNs)),
                Math.max(queueUntilNs, Math.max(heldUntilNs, lostUntilNs)));
    }

    void requestKeyFrame(Track track) {
        of(track).isKeyWanted = true;
    }

    private Stream of(Track track) {
        return switch (track) {
            case SOUND -> audio;
            case SMALL -> small;
            case LARGE -> large;
        };
    }

    private Stream any() {
        return of(Track.values()[random.nextInt(Track.values().length)]);
    }

    /** Something happens that takes up to some seconds; returns what, for people. */
    String happen(long nowNs) {
        long ns = (600 + random.nextInt(5400)) * MS;
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> {
                int who = random.nextInt(3);
                boolean standsStill = random.nextBoolean();
                boolean reportsOn = random.nextBoolean();
                if (who != 0) {
                    pause(audio, nowNs, ns, standsStill, reportsOn);
                }
                boolean isLargeAlone = who == 0 && random.nextInt(3) == 0;
                if (who != 1) {
                    pause(large, nowNs, ns, standsStill, reportsOn);
                }
                if (who != 1 && !isLargeAlone) {
                    pause(small, nowNs, ns, standsStill, reportsOn);
                }
                yield "pause of " + (isLargeAlone ? "large " : "")
                        + new String[] {"video", "audio", "both"}[who] + " for " + ns / MS
                        + (standsStill ? ", RTP time stands still" : "");
            }
            case 3 -> {
                Stream stream = any();
                stream.offset += random.nextInt();
                calmUntilNs = nowNs + CALM_NS;
                yield "jump of RTP time of " + stream.track;
            }
            case 4 -> {
                heldUntilNs = nowNs + (300 + random.nextInt(1500)) * MS;
                yield "held up for " + (heldUntilNs - nowNs) / MS;
            }
            case 5 -> {
                lostUntilNs = nowNs + (100 + random.nextInt(400)) * MS;
                yield "lost for " + (lostUntilNs - nowNs) / MS;
            }
            case 6 -> {
                Stream stream = any();
                stream.generation++;
                calmUntilNs = nowNs + CALM_NS;
                stream.offset = random.nextInt() & 0xFFFFFFFFL;
                stream.seq = 7;
                stream.isKeyWanted = true;
                stream.width ^= random.nextBoolean() ? 16 : 0;
                yield "another SSRC of " + stream.track;
            }
            case 7 -> {
                wallOffsetNs += (random.nextBoolean() ? MS : -MS) * (100 + random.nextInt(100_000));
                yield "the sender's clock is set";
            }
            case 8 -> {
                isOtherCodec = !isOtherCodec;
                for (Stream stream : List.of(small, large)) {
                    stream.generation++;
                    stream.isKeyWanted = true;
                }
                calmUntilNs = nowNs + CALM_NS;
                yield "another codec";
            }
            default -> {
                queueNs = (50 + random.nextInt(150)) * MS;
                queueUntilNs = nowNs + 3 * SECOND;
                yield "queue of " + queueNs / MS;
            }
        };
    }

    private void pause(Stream stream, long nowNs, long ns, boolean standsStill, boolean reportsOn) {
        stream.pausedUntilNs = nowNs + ns;
        calmUntilNs = nowNs + ns + CALM_NS;
        stream.standsStill = standsStill;
        stream.reportsWhilePaused = reportsOn;
    }

    /** What arrives until now. */
    List<Arrival> until(long nowNs) {
        send(audio, nowNs, AUDIO_NS);
        send(small, nowNs, videoFrameNs);
        send(large, nowNs, videoFrameNs);
        List<Arrival> arrived = new ArrayList<>();
        while (!way.isEmpty() && way.peek().atNs() <= nowNs) {
            arrived.add(way.poll());
        }
        return arrived;
    }

    private void send(Stream stream, long nowNs, long frameNs) {
        for (; stream.nextNs <= nowNs; stream.nextNs += frameNs) {
            boolean isPaused = stream.nextNs < stream.pausedUntilNs;
            if (isPaused && stream.standsStill) {
                stream.stoodStillNs += frameNs;
            } else if (!isPaused) {
                sendFrame(stream, stream.nextNs);
            }
            if (reports != Reports.NONE
                    && stream.hasSent
                    && stream.nextNs >= stream.nextReportNs
                    && (!isPaused || stream.reportsWhilePaused)) {
                stream.nextReportNs = stream.nextNs + (800 + random.nextInt(stream.track.isVideo() ? 500 : 4500)) * MS;
                report(stream, stream.nextNs);
            }
        }
    }

    private void report(Stream stream, long atNs) {
        long wallNs = wallOffsetNs + atNs + Math.round(atNs * wallDrift);
        long ntp64 = ((wallNs / SECOND) << 32) | (((wallNs % SECOND) << 32) / SECOND);
        long timestamp = reports == Reports.EXACT ? stream.timestamp(atNs) : stream.lastTimestamp;
        way.add(new Arrival(arrivalNs(atNs), stream.track, stream.generation, null, ntp64, (int) timestamp));
    }

    private void sendFrame(Stream stream, long trueNs) {
        stream.lastTimestamp = stream.timestamp(trueNs);
        stream.hasSent = true;
        long seq = stream.seq++;
        byte[] payload = stream.track.isVideo() ? picture(stream, trueNs) : sound(trueNs);
        boolean isLost = trueNs < lostUntilNs || (random.nextDouble() < lost && trueNs > calmUntilNs);
        boolean isRecovered = isLost && trueNs >= lostUntilNs && random.nextInt(4) > 0;
        if (!isLost || isRecovered) {
            long atNs = arrivalNs(trueNs + stream.encodeNs) + (isRecovered ? (60 + random.nextInt(140)) * MS : 0);
            way.add(new Arrival(
                    atNs,
                    stream.track,
                    stream.generation,
                    new Packet(seq, atNs, 96, (int) stream.lastTimestamp, true, payload),
                    0,
                    0));
        }
    }

    private long arrivalNs(long sentNs) {
        long atNs = sentNs + delayNs + (long) (random.nextDouble() * jitterNs);
        if (sentNs < queueUntilNs) {
            atNs += queueNs;
        }
        return sentNs < heldUntilNs ? Math.max(atNs, heldUntilNs + delayNs + random.nextInt(50) * MS) : atNs;
    }

    private byte[] picture(Stream stream, long trueNs) {
        boolean isKey = stream.isKeyWanted;
        stream.isKeyWanted = false;
        int width = stream.width + (isOtherCodec ? OTHER_CODEC : 0);
        ByteBuffer out = ByteBuffer.allocate(19);
        out.put((byte) 0x10).put((byte) (isKey ? 0 : 1));
        out.putLong(2 + 5, 0);
        out.put(2 + 5, (byte) (width & 0xFF)).put(2 + 6, (byte) (width >>> 8)).put(2 + 7, (byte) 180);
        return out.putLong(11, trueNs).array();
    }

    private static byte[] sound(long trueNs) {
        return ByteBuffer.allocate(9).put((byte) 0xFC).putLong(trueNs).array();
    }

    /** The width in a key frame. */
    static int width(byte[] frame) {
        return (frame[6] & 0xFF) | (frame[7] & 0xFF) << 8;
    }

    static boolean isOtherCodec(int width) {
        return (width & OTHER_CODEC) != 0;
    }

    /** When a frame was captured that a file has; -1 of silence that the bridge put there. */
    static long trueNs(byte[] frame, boolean isVideo) {
        int at = isVideo ? 10 : 1;
        return frame.length < at + 8 ? -1 : ByteBuffer.wrap(frame).getLong(at);
    }
}
