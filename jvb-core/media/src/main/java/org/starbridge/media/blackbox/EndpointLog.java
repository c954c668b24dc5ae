package org.starbridge.media.blackbox;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.capture.PacketWatch;
import org.starbridge.media.forward.Receiver;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.transport.srtp.SrtpProfile;

/** Part of one endpoint in the log of its conference. Owned by its worker; called for every packet. */
final class EndpointLog implements PacketWatch {
    /** As much of a payload of video as is kept: descriptors, parameter sets, the beginning of a frame. */
    static final int MAX_DESCRIPTOR_BYTES = 64;
    /** An original sequence number (RFC 4588). */
    private static final int OSN_BYTES = 2;
    /** A longer part in front of a payload is not a descriptor but added redundancy: media. */
    private static final int MAX_REWRITTEN_BYTES = 8;

    private static final int RED_BLOCK_BYTES = 4;
    private static final int PADDING_BIT = 0x20;

    private final ConferenceLog log;
    private final Turn turn;
    private final int key;
    private final Receiver receiver;
    private long targetBps = -1;
    private int profileId;

    EndpointLog(ConferenceLog log, Turn turn, int key, Receiver receiver) {
        this.log = log;
        this.turn = turn;
        this.key = key;
        this.receiver = receiver;
    }

    ConferenceLog conference() {
        return log;
    }

    /** Returns whether another endpoint is in the same conference. */
    boolean isIn(EndpointLog other) {
        return log == other.log;
    }

    @Override
    public void onReceivedRtp(long address, int lengthBytes, long nowNs) {
        int headerBytes = RtpView.headerLengthBytes(address, lengthBytes);
        if (headerBytes < 0) {
            return;
        }
        int kept = headerBytes + descriptorBytes(address, headerBytes, lengthBytes);
        boolean isPadded = (Memory.u8(address) & PADDING_BIT) != 0 && kept < lengthBytes;
        log.add(
                EventKind.RTP,
                key,
                turn.nowNs() - nowNs,
                lengthBytes,
                address,
                kept,
                isPadded ? address + lengthBytes - 1 : 0);
    }

    private int descriptorBytes(long address, int headerBytes, int lengthBytes) {
        int payloadBytes = lengthBytes - headerBytes;
        PayloadType type = receiver.negotiation().payloadType(RtpView.payloadType(address));
        if (type == null) {
            return 0;
        }
        if (type.kind() == MediaKind.VIDEO) {
            return Math.min(payloadBytes, MAX_DESCRIPTOR_BYTES);
        }
        return type.isRedundancy() ? redBytes(address + headerBytes, payloadBytes) : 0;
    }

    /** The headers of the blocks of RED (RFC 2198 section 3), without the blocks. */
    private static int redBytes(long address, int payloadBytes) {
        int bytes = 0;
        while (bytes + RED_BLOCK_BYTES <= Math.min(payloadBytes, MAX_DESCRIPTOR_BYTES)
                && Memory.u8(address + bytes) >= 0x80) {
            bytes += RED_BLOCK_BYTES;
        }
        return Math.min(bytes + 1, payloadBytes);
    }

    @Override
    public void onSentRtp(long address, int headerBytes, int payloadBytes, long nowNs) {
        PayloadType type = receiver.negotiation().payloadType(RtpView.payloadType(address));
        boolean isRepeated = type != null && type.isRetransmission();
        sent(address, headerBytes + (isRepeated ? Math.min(payloadBytes, OSN_BYTES) : 0), headerBytes + payloadBytes);
    }

    @Override
    public void onSentRtp(
            long headerAddress, int headerBytes, int descriptorBytes, long restAddress, int restBytes, long nowNs) {
        int hashed = headerBytes + (descriptorBytes > MAX_REWRITTEN_BYTES ? 0 : descriptorBytes);
        sent(headerAddress, hashed, headerBytes + descriptorBytes + restBytes);
    }

    private void sent(long address, int hashedBytes, int lengthBytes) {
        long hash = HeaderHash.fold(HeaderHash.of(0, address, hashedBytes));
        log.add(
                EventKind.SENT_RTP,
                key,
                Memory.u32(address + 8) << 16 | Memory.u16(address + 2),
                hash << 16 | lengthBytes);
    }

    @Override
    public void onRtcp(int direction, long address, int lengthBytes, long nowNs) {
        if (direction == RECEIVED) {
            log.add(EventKind.RTCP, key, turn.nowNs() - nowNs, lengthBytes, address, lengthBytes, 0);
        } else {
            log.add(EventKind.SENT_RTCP, key, HeaderHash.fold(HeaderHash.of(0, address, lengthBytes)), lengthBytes);
        }
    }

    @Override
    public void onPaced(int waiting) {
        log.add(EventKind.PACED, key, waiting, 0);
    }

    @Override
    public void onSentStun(byte[] message) {
        log.add(EventKind.SENT_STUN, key, HeaderHash.fold(HeaderHash.of(message)), message.length);
    }

    @Override
    public void onKeys(SrtpProfile profile) {
        profileId = profile.id();
        log.add(EventKind.KEYS, key, profile.id(), 0);
    }

    @Override
    public void onKeysFailed(String reason) {
        log.add(EventKind.KEYS_ENDED, key, 0, 0);
    }

    /** Returns the id of its SRTP profile; 0 before there are keys. */
    int profileId() {
        return profileId;
    }

    /** A segment begins: figures that are logged when they change are logged again. */
    void onSegment() {
        targetBps = -1;
    }

    /** A timer of the endpoint ran. */
    void onTimer() {
        log.add(EventKind.TIMER, key, 0, 0);
        long target = receiver.congestion().targetBps();
        if (target != targetBps) {
            targetBps = target;
            log.add(EventKind.ESTIMATE, key, target, 0);
        }
    }

    /** A message of an ICE agent's peer. */
    void onStun(long remote, int remoteBytes, long address, int lengthBytes) {
        byte[] bytes = new byte[remoteBytes + lengthBytes];
        Memory.copyOut(remote, bytes, 0, remoteBytes);
        Memory.copyOut(address, bytes, remoteBytes, lengthBytes);
        log.add(EventKind.STUN, key, 0, 0, bytes);
    }

    /** A command to the endpoint. */
    void add(EventKind kind, long a, long b, byte @Nullable [] bytes) {
        if (bytes == null) {
            log.add(kind, key, a, b);
        } else {
            log.add(kind, key, a, b, bytes);
        }
    }
}
