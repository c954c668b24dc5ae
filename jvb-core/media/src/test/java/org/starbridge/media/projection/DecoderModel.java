package org.starbridge.media.projection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A receiver's depacketizer and VP8 decoder. It knows nothing but the packets that go out: it puts frames together by
 * index, start and marker, orders them by picture id, and decides what can be decoded from TL0PICIDX, temporal layer, Y
 * and missing picture ids, as libwebrtc does. Then the truth in the payload says whether the pictures that the frame
 * was made from are really those in the decoder's buffers. If not, a real decoder would show a wrong picture: that
 * fails the test.
 */
public final class DecoderModel {
    /** How far behind the newest picture it still waits for something. */
    private static final int WINDOW = 100;

    private record Wire(
            int timestamp, boolean start, boolean marker, int pictureId, int descriptor, Vp8Source.Packet truth) {}

    private record Picture(int timestamp, int tl0PicIdx, int layer, boolean sync, Vp8Source.Frame truth) {}

    private final String name;
    private final Map<Long, Wire> packets = new HashMap<>();
    private final TreeMap<Long, Picture> waiting = new TreeMap<>();
    private final TreeMap<Long, Boolean> received = new TreeMap<>();
    private final long[] lastOfLayer = new long[3];
    private boolean started;
    private long newestPictureId = -1;
    private long lastDecoded = -1;
    private int lastTl0PicIdx;
    private int lastTimestamp;
    private long lastBuffer = -1;
    private long goldenBuffer = -1;
    private long lowestIndex = Long.MAX_VALUE;
    private long highestIndex = -1;
    /** Frames. */
    public int decoded;

    int complete;
    /** When the last frame was decoded. */
    public long lastDecodedNs;
    /** Frames by temporal layer. */
    public final int[] decodedByLayer = new int[3];

    /** One that has seen nothing; its name is in what it complains about. */
    public DecoderModel(String name) {
        this.name = name;
    }

    /** A packet comes in: what the bridge sends, and the truth as its payload. */
    public void onPacket(
            long index, int timestamp, boolean marker, byte[] descriptor, Vp8Source.Packet truth, long nowNs) {
        int id = ((descriptor[2] & 0x7F) << 8) | (descriptor[3] & 0xFF);
        Wire wire = new Wire(
                timestamp,
                (descriptor[0] & 0x17) == 0x10,
                marker,
                id,
                ((descriptor[4] & 0xFF) << 8) | (descriptor[5] & 0xFF),
                truth);
        assertThat(packets.put(index, wire)).as(name + ", index " + index).isNull();
        lowestIndex = Math.min(lowestIndex, index);
        highestIndex = Math.max(highestIndex, index);
        long first = index;
        while (!start(first)) {
            if (!packets.containsKey(first - 1) || marker(first - 1)) {
                return;
            }
            first--;
        }
        long last = index;
        while (!marker(last)) {
            if (!packets.containsKey(last + 1) || start(last + 1)) {
                return;
            }
            last++;
        }
        onFrame(first, last, nowNs);
    }

    private Wire at(long index) {
        return Objects.requireNonNull(packets.get(index));
    }

    private boolean start(long index) {
        Wire wire = packets.get(index);
        return wire != null && wire.start;
    }

    private boolean marker(long index) {
        Wire wire = packets.get(index);
        return wire != null && wire.marker;
    }

    private void onFrame(long first, long last, long nowNs) {
        Wire begin = at(first);
        for (long i = first; i <= last; i++) {
            Wire each = at(i);
            String where = name + ", frame from " + first + " to " + last + ", at " + i;
            assertThat(each.timestamp).as(where).isEqualTo(begin.timestamp);
            assertThat(each.pictureId).as(where).isEqualTo(begin.pictureId);
            assertThat(each.descriptor).as(where).isEqualTo(begin.descriptor);
            assertThat(each.truth.frame())
                    .as(where + ": a packet is missing unseen")
                    .isEqualTo(begin.truth.frame());
            assertThat(each.truth.part()).as(where).isEqualTo((int) (i - first));
        }
        assertThat(last - first + 1).as(name).isEqualTo(begin.truth.frame().parts());
        complete++;
        long id = newestPictureId < 0
                ? begin.pictureId
                : newestPictureId + ((begin.pictureId - (int) newestPictureId) << 17 >> 17);
        newestPictureId = Math.max(newestPictureId, id);
        assertThat(received.put(id, true))
                .as(name + ", two frames under picture id " + id)
                .isNull();
        waiting.put(
                id,
                new Picture(
                        begin.timestamp,
                        begin.descriptor >>> 8,
                        begin.descriptor >>> 6 & 3,
                        (begin.descriptor & 0x20) != 0,
                        begin.truth.frame()));
        received.headMap(newestPictureId - WINDOW).clear();
        waiting.headMap(newestPictureId - WINDOW).clear();
        boolean more = true;
        while (more) {
            more = false;
            for (Map.Entry<Long, Picture> entry :
                    waiting.tailMap(lastDecoded + 1).entrySet()) {
                if (isDecodable(entry.getKey(), entry.getValue())) {
                    decode(entry.getKey(), entry.getValue(), nowNs);
                    more = true;
                    break;
                }
            }
        }
    }

    private boolean isDecodable(long id, Picture picture) {
        if (picture.truth.key()) {
            return true;
        }
        if (!started) {
            return false;
        }
        if (picture.layer == 0) {
            return picture.tl0PicIdx == (lastTl0PicIdx + 1 & 0xFF);
        }
        if (picture.tl0PicIdx != lastTl0PicIdx) {
            return false;
        }
        if (picture.sync) {
            return true;
        }
        for (int layer = 0; layer <= picture.layer; layer++) {
            for (long between = lastOfLayer[layer] + 1; between < id; between++) {
                // Missing, or there but skipped: it may have been needed.
                if (!received.containsKey(between) || waiting.containsKey(between)) {
                    return false;
                }
            }
        }
        return true;
    }

    private void decode(long id, Picture picture, long nowNs) {
        Vp8Source.Frame truth = picture.truth;
        String what = name + ", picture " + id + " of layer " + picture.layer;
        if (started) {
            assertThat(picture.timestamp - lastTimestamp)
                    .as(what + ": timestamp")
                    .isPositive();
        }
        if (truth.last() >= 0) {
            assertThat(lastBuffer).as(what + ": shows a wrong picture").isEqualTo(truth.last());
        }
        if (truth.golden() >= 0) {
            assertThat(goldenBuffer).as(what + ": shows a wrong picture").isEqualTo(truth.golden());
        }
        lastBuffer = truth.updatesLast() ? truth.id() : lastBuffer;
        goldenBuffer = truth.updatesGolden() ? truth.id() : goldenBuffer;
        started = true;
        lastDecoded = id;
        lastTimestamp = picture.timestamp;
        if (truth.key()) {
            Arrays.fill(lastOfLayer, id);
        }
        lastOfLayer[picture.layer] = id;
        if (picture.layer == 0) {
            lastTl0PicIdx = picture.tl0PicIdx;
        }
        waiting.remove(id);
        decoded++;
        decodedByLayer[picture.layer]++;
        lastDecodedNs = nowNs;
    }

    /** Indices between the first and the last that never came. */
    public long missing() {
        return packets.isEmpty() ? 0 : highestIndex - lowestIndex + 1 - packets.size();
    }

    /** Complete frames that could not be decoded. */
    public int undecoded() {
        return complete - decoded;
    }
}
