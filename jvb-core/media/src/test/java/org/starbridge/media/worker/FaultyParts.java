package org.starbridge.media.worker;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.endpoint.KeyAgreement;
import org.starbridge.transport.dtls.DtlsFingerprint;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.srtp.PacketCipher;
import org.starbridge.transport.srtp.PacketKind;
import org.starbridge.transport.srtp.SessionKeys;
import org.starbridge.transport.srtp.SrtpCrypto;

/** Crypto and key agreement with a bug in one place, which shows with one SSRC or one client once the test says so. */
final class FaultyParts {
    /** Where the bug is. */
    enum Place {
        OPEN_RTP,
        OPEN_RTCP,
        SEAL_RTP,
        SEAL_RTCP,
        MAKE_SEALER,
        MAKE_KEY_AGREEMENT,
        DTLS_DATAGRAM,
        CLOSE_KEY_AGREEMENT
    }

    private final Place place;
    private @Nullable Supplier<? extends Throwable> bug;
    private int ssrc;
    private @Nullable String client;
    int thrown;

    FaultyParts(Place place) {
        this.place = place;
    }

    /** The bug shows from now on. */
    void arm(Supplier<? extends Throwable> bug, int ssrc, String client) {
        this.bug = bug;
        this.ssrc = ssrc;
        this.client = client;
    }

    void disarm() {
        bug = null;
    }

    private void at(Place where, boolean isConcerned) {
        if (bug != null && where == place && isConcerned) {
            thrown++;
            throw FaultyParts.<RuntimeException>sneaky(bug.get());
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // throws what the compiler would have declared
    private static <T extends Throwable> T sneaky(Throwable thrown) throws T {
        throw (T) thrown;
    }

    SrtpCrypto crypto(SrtpCrypto real) {
        return new SrtpCrypto() {
            @Override
            public String name() {
                return real.name();
            }

            @Override
            public PacketCipher sealer(SessionKeys keys) {
                at(Place.MAKE_SEALER, keys.kind() == PacketKind.RTCP);
                return new Cipher(real.sealer(keys), keys.kind());
            }

            @Override
            public PacketCipher opener(SessionKeys keys) {
                return new Cipher(real.opener(keys), keys.kind());
            }
        };
    }

    KeyAgreement.Factory keys() {
        return (_, listener) -> {
            at(Place.MAKE_KEY_AGREEMENT, true);
            return new Keys(new SimulatedKeys(listener));
        };
    }

    private final class Cipher implements PacketCipher {
        private final PacketCipher real;
        private final PacketKind kind;

        Cipher(PacketCipher real, PacketKind kind) {
            this.real = real;
            this.kind = kind;
        }

        @Override
        public int seal(
                int of, long index, long slot, int header, int patched, long rest, int restLength, int appended) {
            at(kind == PacketKind.RTP ? Place.SEAL_RTP : Place.SEAL_RTCP, of == ssrc);
            return real.seal(of, index, slot, header, patched, rest, restLength, appended);
        }

        @Override
        public int open(int of, long index, long packet, int length, int header, long destination) {
            at(kind == PacketKind.RTP ? Place.OPEN_RTP : Place.OPEN_RTCP, of == ssrc);
            return real.open(of, index, packet, length, header, destination);
        }

        @Override
        public void close() {
            real.close();
        }
    }

    private final class Keys implements KeyAgreement {
        private final KeyAgreement real;
        private List<DtlsFingerprint> known = List.of();

        Keys(KeyAgreement real) {
            this.real = real;
        }

        private boolean isConcerned() {
            return client != null && known.contains(SimulatedKeys.fingerprint(client));
        }

        @Override
        public void remoteFingerprints(List<DtlsFingerprint> fingerprints) {
            known = fingerprints;
            real.remoteFingerprints(fingerprints);
        }

        @Override
        public void start(DtlsRole role) {
            real.start(role);
        }

        @Override
        public void onDatagram(byte[] datagram) {
            at(Place.DTLS_DATAGRAM, isConcerned());
            real.onDatagram(datagram);
        }

        @Override
        public void close() {
            at(Place.CLOSE_KEY_AGREEMENT, isConcerned());
            real.close();
        }
    }
}
