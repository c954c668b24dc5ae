package org.starbridge.media.forward;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.projection.OutgoingNumbers;
import org.starbridge.media.ring.RingLookback;
import org.starbridge.rtp.codec.EncryptedFrame;
import org.starbridge.rtp.memory.Memory;

/**
 * Frames that a receiver was sent last of one audio stream, written once more in front of the next one (RED, RFC 2198)
 * because its link loses packets. Keeps where they are in the ring, not the frames: they are copied into the slot of
 * the packet that repeats them. Owned by the receiver's worker.
 *
 * <p>End-to-end encrypted frames are not repeated, and nothing is written in front of one: the receiver decrypts a
 * payload as a whole, before it looks for blocks.
 */
final class AddedRedundancy {
    /** Frames that a packet can repeat. */
    static final int MAX_FRAMES = 2;
    /** Added bytes. With them and a frame of 128 kbit/s and 20 ms, a packet is below any MTU. */
    static final int MAX_ADDED_BYTES = 800;

    private static final int MORE = 0x80;
    private static final int BLOCK_HEADER_BYTES = 4;
    private static final int MAX_OFFSET = 0x3FFF;

    private final int frames;
    private final long[] positions = new long[MAX_FRAMES];
    private final int[] offsets = new int[MAX_FRAMES];
    private final int[] lengths = new int[MAX_FRAMES];
    private final int[] timestamps = new int[MAX_FRAMES];
    private final long[] indexes = new long[MAX_FRAMES];
    private @Nullable RingLookback ring;
    private int payloadType;
    private int kept;

    /** @param frames how many a packet repeats, 1 to {@value #MAX_FRAMES} */
    AddedRedundancy(int frames) {
        this.frames = Math.clamp(frames, 1, MAX_FRAMES);
    }

    /** Nothing that was sent before is repeated. */
    void clear() {
        kept = 0;
        ring = null;
    }

    /**
     * Writes what comes in front of a packet's own frame.
     *
     * @param address where to
     * @param roomBytes room there
     * @param payloadType of the frame, as the receiver numbers it
     * @return bytes written; 0 if nothing is repeated, and then the packet goes as it is
     */
    int write(
            long address,
            int roomBytes,
            RingLookback source,
            ReceivedPacket packet,
            int payloadType,
            OutgoingNumbers numbers) {
        if (kept == 0
                || source != ring
                || payloadType != this.payloadType
                || EncryptedFrame.isMarked(packet.payloadAddress(), packet.dataBytes())) {
            return 0;
        }
        int first = kept;
        int bytes = 1;
        for (int i = kept - 1; i >= 0 && mayRepeat(i, numbers); i--) { // the newest is the most useful
            bytes += BLOCK_HEADER_BYTES + lengths[i];
            if (bytes > Math.min(roomBytes, MAX_ADDED_BYTES)) {
                break;
            }
            first = i;
        }
        return first == kept ? 0 : writeFrom(first, address, source, numbers.timestamp());
    }

    private boolean mayRepeat(int i, OutgoingNumbers numbers) {
        long distance = numbers.index() - indexes[i];
        int offset = numbers.timestamp() - timestamps[i];
        return distance > 0 && distance <= frames && offset > 0 && offset <= MAX_OFFSET;
    }

    private int writeFrom(int first, long address, RingLookback source, int timestamp) {
        long header = address;
        long data = address + (long) (kept - first) * BLOCK_HEADER_BYTES + 1;
        for (int i = first; i < kept; i++) {
            if (!source.copyBody(positions[i], offsets[i], lengths[i], data)) {
                return 0; // overwritten by now
            }
            Memory.put8(header, MORE | payloadType);
            Memory.put24(header + 1, (timestamp - timestamps[i]) << 10 | lengths[i]);
            header += BLOCK_HEADER_BYTES;
            data += lengths[i];
        }
        Memory.put8(header, payloadType);
        return (int) (data - address);
    }

    /** Keeps the place of a frame that was sent, for the packets after it. */
    void onSent(RingLookback source, long position, ReceivedPacket packet, int payloadType, OutgoingNumbers numbers) {
        if (source != ring || payloadType != this.payloadType) {
            kept = 0;
            ring = source;
            this.payloadType = payloadType;
        }
        int lengthBytes = packet.dataBytes();
        boolean isNewer = kept == 0 || numbers.index() > indexes[kept - 1];
        if (!isNewer
                || lengthBytes <= 0
                || lengthBytes > MAX_ADDED_BYTES
                || EncryptedFrame.isMarked(packet.payloadAddress(), lengthBytes)) {
            return;
        }
        if (kept == frames) {
            dropOldest();
        }
        positions[kept] = position;
        offsets[kept] = packet.payloadOffset();
        lengths[kept] = lengthBytes;
        timestamps[kept] = numbers.timestamp();
        indexes[kept] = numbers.index();
        kept++;
    }

    private void dropOldest() {
        for (int i = 1; i < kept; i++) {
            positions[i - 1] = positions[i];
            offsets[i - 1] = offsets[i];
            lengths[i - 1] = lengths[i];
            timestamps[i - 1] = timestamps[i];
            indexes[i - 1] = indexes[i];
        }
        kept--;
    }
}
