package org.starbridge.media.worker;

import java.util.HashMap;
import java.util.Map;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.simulation.PlantedBug;
import org.starbridge.transport.srtp.PacketCipher;
import org.starbridge.transport.srtp.PacketKind;
import org.starbridge.transport.srtp.SessionKeys;
import org.starbridge.transport.srtp.SrtpCrypto;

/** Bugs of the outgoing packets themselves, planted between the bridge and its cipher, where they are in the clear. */
final class PlantedCrypto implements SrtpCrypto {
    private static final int EACH = 300;
    private static final int LEAP_AT_48K = 480_000;

    private final SrtpCrypto crypto;
    private final PlantedBug bug;
    private long sealed;

    PlantedCrypto(SrtpCrypto crypto, PlantedBug bug) {
        this.crypto = crypto;
        this.bug = bug;
    }

    @Override
    public String name() {
        return crypto.name();
    }

    @Override
    public PacketCipher opener(SessionKeys keys) {
        return crypto.opener(keys);
    }

    @Override
    public PacketCipher sealer(SessionKeys keys) {
        PacketCipher cipher = crypto.sealer(keys);
        return switch (bug) {
            case NONCE_REUSED, SEQUENCE_GAP, TIMESTAMP_JUMP, WRONG_PAYLOAD, CLOCK_READ ->
                keys.kind() == PacketKind.RTP ? new Planted(cipher) : cipher;
            default -> cipher;
        };
    }

    private final class Planted implements PacketCipher {
        private final PacketCipher cipher;
        private final Map<Integer, Integer> packets = new HashMap<>();
        private long before;
        private int beforeLength = -1;

        Planted(PacketCipher cipher) {
            this.cipher = cipher;
        }

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
            boolean isDue = ++sealed % EACH == 0;
            int count = packets.merge(ssrc, 1, Integer::sum);
            long number = index;
            long payload = rest;
            if (bug == PlantedBug.NONCE_REUSED && isDue && count > 1) {
                number--;
            } else if (bug == PlantedBug.SEQUENCE_GAP && count > EACH) {
                number++;
            } else if (bug == PlantedBug.TIMESTAMP_JUMP && count > EACH) {
                Memory.put32(slot + 4, Memory.i32(slot + 4) + LEAP_AT_48K);
            } else if (bug == PlantedBug.CLOCK_READ && isDue && System.nanoTime() / 100 % 2 == 0) {
                Memory.put8(slot + 1, Memory.u8(slot + 1) ^ 0x80);
            }
            if (bug == PlantedBug.WRONG_PAYLOAD && restLengthBytes == beforeLength) {
                payload = before;
            }
            before = rest;
            beforeLength = restLengthBytes;
            if (number != index) {
                Memory.put16(slot + 2, (int) number & 0xFFFF);
            }
            return cipher.seal(
                    ssrc,
                    number,
                    slot,
                    headerLengthBytes,
                    patchedLengthBytes,
                    payload,
                    restLengthBytes,
                    appendedLengthBytes);
        }

        @Override
        public int open(int ssrc, long index, long packet, int lengthBytes, int headerLengthBytes, long destination) {
            return cipher.open(ssrc, index, packet, lengthBytes, headerLengthBytes, destination);
        }

        @Override
        public void close() {
            cipher.close();
        }
    }
}
