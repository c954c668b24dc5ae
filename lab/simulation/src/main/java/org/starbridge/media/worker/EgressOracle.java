package org.starbridge.media.worker;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.simulation.Oracle;
import org.starbridge.transport.srtp.ReceiveStream;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpReceiver;
import org.starbridge.transport.srtp.SrtpStatus;

/**
 * Examines all media that the bridge sends to one guest, at the moment at which it leaves the bridge: before the
 * network does anything to it.
 */
final class EgressOracle implements AutoCloseable {
    private static final long MS = 1_000_000;
    private static final long TOLERATED_NS = 3000 * MS;
    private static final long MUTE_TAKES_NS = 1000 * MS;
    private static final long WISH_TAKES_NS = 2000 * MS;
    private static final int REMEMBERED_FRAMES = 600;

    /** Frames of a source that went to this guest: which parts, by the frames' ids. */
    private static final class Shown {
        final TreeMap<Long, Frame> frames = new TreeMap<>();
    }

    private static final class Frame {
        final BitSet parts = new BitSet();
        final int count;

        Frame(int count) {
            this.count = count;
        }
    }

    private static final class Out {
        long highest = -1;
        final Set<Long> holes = new HashSet<>();

        @Nullable
        SentMedia source;

        long irregularAllowed;
        boolean hasTime;
        int timestamp;
        long atNs;
        long frame = -1;
    }

    private final SimulatedGuest guest;
    private final Map<Integer, SimulatedGuest> guests;
    private final Findings findings;
    private final SrtpReceiver receiver;
    private final Slab memory = Slab.allocate(4096);
    private final RtpView view = new RtpView();
    private final Map<Integer, Out> streams = new HashMap<>();
    private final Map<Integer, Shown> shown = new HashMap<>();
    private long media;

    /** @param guests by number, live */
    EgressOracle(SimulatedGuest guest, Map<Integer, SimulatedGuest> guests, Findings findings, SrtpCrypto crypto) {
        this.guest = guest;
        this.guests = guests;
        this.findings = findings;
        receiver = new SrtpReceiver(crypto, SimulatedKeys.ofClient(guest.client.name), 1024);
    }

    /** A datagram of RTP leaves for the guest. */
    void onRtp(long nowNs, byte[] bytes) {
        long at = memory.address();
        Memory.copyIn(bytes, 0, at, bytes.length);
        int ssrc = RtpView.ssrc(at);
        ReceiveStream srtp = Objects.requireNonNull(receiver.stream(ssrc));
        int plain = receiver.unprotectRtp(srtp, at, bytes.length, RtpView.headerLengthBytes(at, bytes.length), at);
        if (plain < 0) {
            boolean isRepeated = SrtpStatus.of(plain) == SrtpStatus.REPLAYED;
            fail(
                    isRepeated ? Oracle.SEQUENCE : Oracle.PROTECTION,
                    ssrc,
                    SrtpStatus.of(plain).toString());
            return;
        }
        if (view.wrap(at, plain) != null) {
            fail(Oracle.PROTECTION, ssrc, "malformed");
            return;
        }
        if (guest.client.mediaByRtxSsrc.containsKey(ssrc)) {
            return;
        }
        Out out = streams.computeIfAbsent(ssrc, _ -> new Out());
        long extSeq = srtp.lastIndex();
        if (view.payloadLengthBytes() == 0) {
            checkNumber(out, ssrc, extSeq, null, null);
            return;
        }
        ByteBuffer facts = ByteBuffer.wrap(Memory.copyOf(
                view.payloadAddress() + SimulatedCamera.FACTS_AT,
                Math.min(SimulatedCamera.FACTS_BYTES, view.payloadLengthBytes() - SimulatedCamera.FACTS_AT)));
        boolean isAudio = view.payloadLengthBytes() == SimulatedCamera.AUDIO_BYTES;
        long id = facts.getLong(isAudio ? 0 : 4);
        SimulatedGuest from = guests.get((int) (id >>> 32));
        if (from == null) {
            fail(Oracle.DECODABLE, ssrc, "a payload that no guest sent");
            return;
        }
        media += (id * 31 + extSeq) * 0x9E3779B97F4A7C15L ^ ssrc;
        checkMayCome(nowNs, ssrc, from, isAudio);
        SentMedia sent = isAudio ? from.audioSent : from.videoSent;
        SentMedia.Fact fact = sent.fact(id);
        boolean isNewest = extSeq > out.highest;
        checkNumber(out, ssrc, extSeq, sent, fact);
        if (isNewest && (isAudio || id != out.frame)) {
            checkTimestamp(out, ssrc, nowNs, isAudio ? 48 : 90);
        }
        if (!isAudio) {
            out.frame = isNewest ? id : out.frame;
            checkFrame(ssrc, from, sent, facts);
        }
    }

    private void checkMayCome(long nowNs, int ssrc, SimulatedGuest from, boolean isAudio) {
        if (from == guest) {
            fail(Oracle.OWN_MEDIA, ssrc, isAudio ? "audio" : "video");
        }
        if (nowNs - from.leftAtNs > SimulatedGuest.SILENT_AFTER_NS) {
            fail(Oracle.SILENCE, ssrc, "media of " + from + ", which left");
        }
        if (nowNs - (isAudio ? from.audioMutedAtNs : from.videoMutedAtNs) > MUTE_TAKES_NS) {
            fail(Oracle.MUTED, ssrc, (isAudio ? "audio of " : "video of ") + from);
        }
        if (!isAudio && nowNs - guest.noVideoSinceNs > WISH_TAKES_NS) {
            fail(Oracle.UNWANTED, ssrc, "video of " + from);
        }
    }

    private void checkNumber(
            Out out, int ssrc, long extSeq, @Nullable SentMedia source, SentMedia.@Nullable Fact fact) {
        if (out.highest >= 0 && extSeq <= out.highest) {
            if (!out.holes.remove(extSeq)) {
                fail(Oracle.SEQUENCE, ssrc, "number " + extSeq + " is not missing, the highest is " + out.highest);
            }
            return;
        }
        long gap = out.highest < 0 ? 0 : extSeq - out.highest - 1;
        SentMedia last = out.source;
        if (gap > 0) {
            long irregular = last == null ? 0 : last.irregular() - out.irregularAllowed;
            if (last != null && gap > irregular) {
                findings.suspectLoss(
                        Oracle.SEQUENCE,
                        gap - irregular,
                        "to " + guest + ", SSRC " + Integer.toUnsignedString(ssrc) + ": " + gap
                                + " numbers are left out before " + extSeq + ", and " + irregular
                                + " packets were irregular");
            }
            for (long each = Math.max(out.highest + 1, extSeq - 1000); each < extSeq; each++) {
                out.holes.add(each);
            }
            out.holes.removeIf(each -> each < extSeq - 5000);
        }
        out.highest = extSeq;
        if (source != null) {
            out.source = source;
            out.irregularAllowed = fact == null ? 0 : fact.irregularBefore;
        }
    }

    private void checkTimestamp(Out out, int ssrc, long nowNs, int perMs) {
        int timestamp = view.timestamp();
        if (out.hasTime) {
            int stepMs = (timestamp - out.timestamp) / perMs;
            long elapsedMs = (nowNs - out.atNs) / MS;
            if (timestamp - out.timestamp <= 0 || Math.abs(stepMs - elapsedMs) > TOLERATED_NS / MS) {
                fail(Oracle.TIMESTAMP, ssrc, "a step of " + stepMs + " ms in " + elapsedMs + " ms");
            }
        }
        out.hasTime = true;
        out.timestamp = timestamp;
        out.atNs = nowNs;
    }

    private void checkFrame(int ssrc, SimulatedGuest from, SentMedia sent, ByteBuffer facts) {
        boolean isKey = facts.get(1) != 0;
        int count = facts.get(2);
        int part = facts.get(3);
        long id = facts.getLong(4);
        TreeMap<Long, Frame> frames = shown.computeIfAbsent(from.number, _ -> new Shown()).frames;
        Frame frame = frames.get(id);
        if (frame == null) {
            frame = new Frame(count);
            if (!isKey) {
                checkThere(ssrc, id, facts.getLong(12), frames, sent);
                checkThere(ssrc, id, facts.getLong(20), frames, sent);
            }
            frames.put(id, frame);
            while (frames.size() > REMEMBERED_FRAMES) {
                checkWhole(ssrc, Objects.requireNonNull(frames.pollFirstEntry()), sent);
            }
        }
        frame.parts.set(part);
    }

    private void checkThere(int ssrc, long id, long needed, Map<Long, Frame> frames, SentMedia sent) {
        if (needed < 0 || frames.containsKey(needed)) {
            return;
        }
        SentMedia.Fact fact = sent.fact(needed);
        if (fact == null || !fact.isIrregular) {
            findings.suspectLoss(
                    Oracle.DECODABLE,
                    1,
                    "to " + guest + ", SSRC " + Integer.toUnsignedString(ssrc) + ": frame " + (int) id + " needs "
                            + (int) needed + ", which was not sent");
        }
    }

    private void checkWhole(int ssrc, Map.Entry<Long, Frame> entry, SentMedia sent) {
        SentMedia.Fact fact = sent.fact(entry.getKey());
        Frame frame = entry.getValue();
        if (frame.parts.cardinality() < frame.count && fact != null && !fact.isIrregular) {
            findings.suspectLoss(
                    Oracle.DECODABLE,
                    frame.count - frame.parts.cardinality(),
                    "to " + guest + ", SSRC " + Integer.toUnsignedString(ssrc) + ": of frame "
                            + entry.getKey().intValue() + " only " + frame.parts.cardinality() + " of " + frame.count
                            + " parts were sent");
        }
    }

    /** Looks at frames of which nothing can come any more. */
    void end() {
        shown.forEach((number, each) -> {
            SentMedia sent = Objects.requireNonNull(guests.get(number)).videoSent;
            each.frames
                    .headMap(each.frames.isEmpty() ? 0 : each.frames.lastKey() - 20)
                    .entrySet()
                    .forEach(entry -> checkWhole(0, entry, sent));
        });
    }

    /** The same for the same media, in whatever order streams were served. */
    long media() {
        return media;
    }

    private void fail(Oracle oracle, int ssrc, String text) {
        findings.add(oracle, "to " + guest + ", SSRC " + Integer.toUnsignedString(ssrc) + ": " + text);
    }

    @Override
    public void close() {
        receiver.close();
        memory.close();
    }
}
