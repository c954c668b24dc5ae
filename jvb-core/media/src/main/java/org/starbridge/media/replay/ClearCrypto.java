package org.starbridge.media.replay;

import org.starbridge.rtp.memory.Memory;
import org.starbridge.transport.srtp.PacketCipher;
import org.starbridge.transport.srtp.PacketKind;
import org.starbridge.transport.srtp.SessionKeys;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpProfile;

/** Ciphers that change nothing: packets have the length of protected ones, and every packet is authentic. */
public final class ClearCrypto implements SrtpCrypto {
    private static final int WORD_BYTES = 4;

    @Override
    public String name() {
        return "clear (replay)";
    }

    @Override
    public PacketCipher sealer(SessionKeys keys) {
        return new ClearCipher(trailerBytes(keys.profile(), keys.kind()));
    }

    @Override
    public PacketCipher opener(SessionKeys keys) {
        return sealer(keys);
    }

    /** Returns by how many bytes a protected packet is longer. */
    static int trailerBytes(SrtpProfile profile, PacketKind kind) {
        return kind == PacketKind.RTP ? profile.rtpTagLengthBytes() : profile.rtcpTagLengthBytes() + WORD_BYTES;
    }

    private record ClearCipher(int trailerBytes) implements PacketCipher {
        @Override
        public int seal(
                int ssrc,
                long index,
                long slot,
                int headerLengthBytes,
                int patchedLengthBytes,
                long rest,
                int restLengthBytes,
                int appendedLengthBytes) {
            return headerLengthBytes + patchedLengthBytes + restLengthBytes + appendedLengthBytes + trailerBytes;
        }

        @Override
        public int open(int ssrc, long index, long packet, int lengthBytes, int headerLengthBytes, long destination) {
            int plainBytes = lengthBytes - trailerBytes;
            if (destination != packet) {
                Memory.copy(packet, destination, plainBytes);
            }
            return plainBytes;
        }

        @Override
        public void close() {
            // nothing is held
        }
    }
}
