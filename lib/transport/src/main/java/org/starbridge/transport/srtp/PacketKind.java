package org.starbridge.transport.srtp;

/** RTP and RTCP are protected with different session keys and laid out differently. */
public enum PacketKind {
    /** Header, ciphertext, tag. */
    RTP(0x00),
    /** Eight bytes of header, ciphertext, then tag and E bit with index, in the order that the profile says. */
    RTCP(0x03);

    private final int firstLabel;

    PacketKind(int firstLabel) {
        this.firstLabel = firstLabel;
    }

    /** RFC 3711 section 4.3.1. */
    int encryptionLabel() {
        return firstLabel;
    }

    int authenticationLabel() {
        return firstLabel + 1;
    }

    int saltLabel() {
        return firstLabel + 2;
    }
}
