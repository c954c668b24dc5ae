package org.starbridge.media.source;

import org.starbridge.rtp.codec.EncryptedFrame;
import org.starbridge.rtp.codec.RedPayload;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.RtpView;

/**
 * Lost audio packets as the packet after them repeats them (RED, RFC 2198). Redundant blocks have a timestamp and no
 * sequence number, so a block stands for a lost packet only if there is no doubt which: exactly one packet is lost, or
 * the timestamps around the gap are as far apart as packets without a pause. Used for one packet after the other; owned
 * by one worker.
 *
 * <p>End-to-end encrypted payloads are left alone: what looks like blocks there is ciphertext.
 */
public final class RedundancyRecovery {
    private static final int PADDING_BIT = 0x20;

    private final byte[] packetBytes;
    private final RedPayload red = new RedPayload();
    private final long[] extSeqs = new long[RedPayload.MAX_BLOCKS];
    private final int[] blocks = new int[RedPayload.MAX_BLOCKS];
    private long base;
    private int headerBytes;
    private int lengthBytes;
    private int timestamp;
    private int count;

    /** @param maxPacketBytes length of the longest packet that can come */
    public RedundancyRecovery(int maxPacketBytes) {
        packetBytes = new byte[maxPacketBytes];
    }

    /**
     * Finds the lost packets that a packet repeats, and keeps a copy of it if there are any.
     *
     * @param packet before its stream has taken it
     * @return how many, oldest first
     */
    public int find(IncomingPacket packet, IncomingStream stream, Negotiation negotiation) {
        count = 0;
        RtpView rtp = packet.rtp();
        if (!stream.isAudioLostBefore(packet.extSeq())
                || !negotiation.isRedundant(rtp.payloadType())
                || EncryptedFrame.isMarked(rtp.payloadAddress(), rtp.payloadLengthBytes())
                || red.wrap(rtp.payloadAddress(), rtp.payloadLengthBytes()) != null) {
            return 0;
        }
        base = rtp.address();
        headerBytes = rtp.headerLengthBytes();
        lengthBytes = rtp.lengthBytes();
        timestamp = rtp.timestamp();
        assign(packet.extSeq(), stream);
        if (count > 0) {
            Memory.copyOut(base, packetBytes, 0, lengthBytes);
        }
        return count;
    }

    private void assign(long extSeq, IncomingStream stream) {
        long numbers = extSeq - stream.highestExtended();
        int ticks = timestamp - stream.newestAudioTimestamp();
        if (ticks <= 0) {
            return;
        }
        boolean isOne = numbers == 2;
        long step = ticks % numbers == 0 ? ticks / numbers : 0;
        for (int i = 0; i < red.count() - 1; i++) {
            int offset = red.timestampOffset(i);
            boolean isInside = offset > 0 && offset < ticks;
            boolean isStep = step != 0 && offset % step == 0;
            if (isInside
                    && (isOne || isStep)
                    && red.payloadType(i) == red.primaryPayloadType()
                    && red.lengthBytes(i) > 0) {
                long lost = isOne ? extSeq - 1 : extSeq - offset / step;
                if (count > 0 && extSeqs[count - 1] >= lost) {
                    continue; // a second block for the same packet, or blocks out of order
                }
                extSeqs[count] = lost;
                blocks[count++] = i;
            }
        }
    }

    /** The number of packets that {@link #find} found last. */
    public int count() {
        return count;
    }

    /** The sequence number of the {@code i}th lost packet, extended. */
    public long extSeq(int i) {
        return extSeqs[i];
    }

    /** The length of the {@code i}th lost packet as {@link #write} writes it. */
    public int lengthBytes(int i) {
        return headerBytes + red.lengthBytes(blocks[i]);
    }

    /** Writes the {@code i}th lost packet: the header of the packet that repeats it, with the lost one's numbers. */
    public void write(int i, long address) {
        int block = blocks[i];
        Memory.copyIn(packetBytes, 0, address, headerBytes);
        Memory.copyIn(packetBytes, (int) (red.address(block) - base), address + headerBytes, red.lengthBytes(block));
        Memory.put8(address, Memory.u8(address) & ~PADDING_BIT);
        Memory.put8(address + 1, red.payloadType(block));
        Memory.put16(address + 2, (int) extSeqs[i] & 0xFFFF);
        Memory.put32(address + 4, timestamp - red.timestampOffset(block));
    }

    /** Writes the packet that repeats them. */
    public void writePacket(long address) {
        Memory.copyIn(packetBytes, 0, address, lengthBytes);
    }
}
