package org.starbridge.transport.srtp;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Checks and decrypts what arrives through one DTLS session: replay window first, crypto second, and nothing is
 * remembered of a packet that is not authentic. Owned by the session's worker.
 *
 * <p>SRTCP has a replay window per sender SSRC, not one per session: RFC 3711 section 3.4 counts the index per SSRC,
 * and libsrtp, thus every browser, sends the same index under several SSRCs.
 */
public final class SrtpReceiver implements AutoCloseable {
    private static final int MIN_RTP_HEADER_BYTES = 12;
    private static final int RTCP_HEADER_BYTES = 8;
    private static final int VERSION = 2;
    private static final long MAX_RTP_INDEX = (1L << 48) - 1;
    private static final int E_BIT = 0x8000_0000;

    private final SrtpProfile profile;
    private final PacketCipher rtp;
    private final PacketCipher rtcp;
    private final SsrcTable<ReceiveStream> streams;
    private final SsrcTable<RtcpWindow> rtcpWindows;

    /**
     * Derives the session keys for receiving; {@code keys} may be wiped afterwards.
     *
     * @param maxStreams how many SSRCs the peer may send RTP with, and how many RTCP; 1 or more
     */
    public SrtpReceiver(SrtpCrypto crypto, SrtpKeys keys, int maxStreams) {
        profile = keys.profile();
        streams = new SsrcTable<>(maxStreams);
        rtcpWindows = new SsrcTable<>(maxStreams);
        rtp = opener(crypto, keys, PacketKind.RTP);
        try {
            rtcp = opener(crypto, keys, PacketKind.RTCP);
        } catch (RuntimeException e) {
            rtp.close();
            throw e;
        }
    }

    private static PacketCipher opener(SrtpCrypto crypto, SrtpKeys keys, PacketKind kind) {
        SessionKeys sessionKeys = SessionKeys.derive(keys.profile(), kind, keys.receiveKey(), keys.receiveSalt());
        try {
            return crypto.opener(sessionKeys);
        } finally {
            sessionKeys.wipe();
        }
    }

    /**
     * The stream with this SSRC, made if it is new. When the session has as many as it may, those that never had an
     * authentic packet lose their places (an attacker may have made them up; see {@link SrtpStatus#STREAM_RETIRED}); if
     * there are none, the answer is null and the SSRC is refused. A stream with an authentic packet stays for the
     * session's life.
     */
    public @Nullable ReceiveStream stream(int ssrc) {
        ReceiveStream stream = streams.find(ssrc);
        return stream != null ? stream : newStream(ssrc);
    }

    /** The stream with this SSRC if it had an authentic packet, else null; none is made. */
    public @Nullable ReceiveStream provenStream(int ssrc) {
        ReceiveStream stream = streams.find(ssrc);
        return stream != null && stream.isProven() ? stream : null;
    }

    private @Nullable ReceiveStream newStream(int ssrc) {
        if (streams.isFull()) {
            streams.removeIf(SrtpReceiver::retireUnproven);
            if (streams.isFull()) {
                return null;
            }
        }
        ReceiveStream stream = new ReceiveStream(ssrc);
        streams.add(ssrc, stream);
        return stream;
    }

    private static boolean retireUnproven(ReceiveStream stream) {
        if (stream.isProven()) {
            return false;
        }
        stream.retire();
        return true;
    }

    /**
     * Checks and decrypts one RTP packet. When it is accepted, {@link ReceiveStream#lastIndex} is its extended sequence
     * number.
     *
     * @param headerLengthBytes fixed header, CSRCs and header extension, 12 or more
     * @param destination where header and plaintext go: {@code packet} itself, or {@code lengthBytes} that do not
     *     overlap it. Undefined after a failure
     * @return the length of header and plaintext payload, or a negative {@link SrtpStatus#result}
     */
    public int unprotectRtp(
            ReceiveStream stream, long packet, int lengthBytes, int headerLengthBytes, long destination) {
        if (headerLengthBytes < MIN_RTP_HEADER_BYTES || lengthBytes - profile.rtpTagLengthBytes() < headerLengthBytes) {
            return SrtpStatus.TOO_SHORT.result();
        }
        if (Memory.u8(packet) >>> 6 != VERSION || Memory.i32(packet + 8) != stream.ssrc()) {
            return SrtpStatus.MALFORMED_HEADER.result();
        }
        if (stream.isRetired()) {
            return SrtpStatus.STREAM_RETIRED.result();
        }
        long index = stream.guessIndex(Memory.u16(packet + 2));
        if (index < 0 || index > MAX_RTP_INDEX) {
            return (index < 0 ? SrtpStatus.TOO_OLD : SrtpStatus.KEY_LIFETIME_OVER).result();
        }
        SrtpStatus status = stream.check(index);
        if (status != SrtpStatus.OK) {
            return status.result();
        }
        Ciphers.checkInside(packet, lengthBytes);
        Ciphers.checkInside(destination, lengthBytes);
        int result = rtp.open(stream.ssrc(), index, packet, lengthBytes, headerLengthBytes, destination);
        if (result >= 0) {
            stream.accept(index);
        }
        return result;
    }

    /**
     * Checks and decrypts one compound RTCP packet; the destination is as for {@link #unprotectRtp}.
     *
     * @return the length of the plaintext packet, or a negative {@link SrtpStatus#result}
     */
    public int unprotectRtcp(long packet, int lengthBytes, long destination) {
        int trailerLengthBytes = profile.rtcpTagLengthBytes() + Ciphers.WORD_BYTES;
        if (lengthBytes < RTCP_HEADER_BYTES + trailerLengthBytes) {
            return SrtpStatus.TOO_SHORT.result();
        }
        if (Memory.u8(packet) >>> 6 != VERSION) {
            return SrtpStatus.MALFORMED_HEADER.result();
        }
        int wordFromEndBytes = profile.isAead() ? Ciphers.WORD_BYTES : trailerLengthBytes;
        int word = Memory.i32(packet + lengthBytes - wordFromEndBytes);
        if ((word & E_BIT) == 0) {
            return SrtpStatus.NOT_ENCRYPTED.result();
        }
        long index = word & ~E_BIT;
        int ssrc = Memory.i32(packet + 4);
        RtcpWindow known = rtcpWindows.find(ssrc);
        ReplayWindow window = known == null ? null : known.window();
        SrtpStatus status = window != null
                ? window.check(index)
                : rtcpWindows.isFull() ? SrtpStatus.STREAM_TABLE_FULL : SrtpStatus.OK;
        if (status != SrtpStatus.OK) {
            return status.result();
        }
        Ciphers.checkInside(packet, lengthBytes);
        Ciphers.checkInside(destination, lengthBytes);
        int result = rtcp.open(ssrc, index, packet, lengthBytes, RTCP_HEADER_BYTES, destination);
        if (result >= 0) {
            if (window == null) {
                window = new ReplayWindow();
                rtcpWindows.add(ssrc, new RtcpWindow(ssrc, window));
            }
            window.accept(index);
        }
        return result;
    }

    /** Wipes and frees the keys; a second call does nothing. A packet afterwards is an IllegalStateException. */
    @Override
    public void close() {
        rtp.close();
        rtcp.close();
    }

    /** Its part of a snapshot: rollover counters and replay windows. */
    public void state(State state) throws StateException {
        List<ReceiveStream> known = streams.all();
        int count = state.i32(known.size(), 0, streams.maxEntries());
        for (int i = 0; i < count; i++) {
            ReceiveStream stream = state.isReading() ? read(state.i32(0)) : known.get(i);
            if (!state.isReading()) {
                state.i32(stream.ssrc());
            }
            stream.state(state);
        }
        List<RtcpWindow> windows = rtcpWindows.all();
        int windowCount = state.i32(windows.size(), 0, rtcpWindows.maxEntries());
        for (int i = 0; i < windowCount; i++) {
            RtcpWindow window = state.isReading() ? window(state.i32(0)) : windows.get(i);
            if (!state.isReading()) {
                state.i32(window.ssrc());
            }
            window.window().state(state);
        }
    }

    private ReceiveStream read(int ssrc) throws StateException {
        ReceiveStream stream = streams.isFull() ? streams.find(ssrc) : stream(ssrc);
        if (stream == null) {
            throw new StateException("an SRTP session receives more SSRCs than it may");
        }
        return stream;
    }

    private RtcpWindow window(int ssrc) throws StateException {
        RtcpWindow window = rtcpWindows.find(ssrc);
        if (window == null) {
            if (rtcpWindows.isFull()) {
                throw new StateException("an SRTP session receives RTCP of more SSRCs than it may");
            }
            window = new RtcpWindow(ssrc, new ReplayWindow());
            rtcpWindows.add(ssrc, window);
        }
        return window;
    }

    /** The replay window of what one SSRC sends as RTCP. */
    private record RtcpWindow(int ssrc, ReplayWindow window) {}
}
