package org.starbridge.transport.dtls;

/**
 * Decides which of a peer's well-formed records reach Bouncy Castle, and takes the sting out of plain ones. Owned by
 * the thread that runs the session.
 *
 * <p>It keeps two kinds of records away. A handshake message that the peer's role never sends would end the handshake
 * with unexpected_message: a ClientHello when we are the client, or the remains of an earlier association. And a
 * ChangeCipherSpec that overtakes the CertificateVerify, by loss or reordering: Bouncy Castle switches to the new epoch
 * as soon as it has the keys, that is after ClientKeyExchange, and from then on ignores the CertificateVerify in the
 * old epoch, retransmitted or not, until the handshake times out. Dropped here, it comes again with the peer's next
 * retransmission of the flight.
 */
final class RecordGate {
    private final DtlsRole localRole;
    private long plainRecords;
    private int verifiedBytes;
    private boolean isVerifyComplete;

    RecordGate(DtlsRole localRole) {
        this.localRole = localRole;
    }

    /** Returns whether the record that begins at this offset of a well-formed datagram may pass. */
    boolean admits(byte[] datagram, int offset, int lengthBytes) {
        if (Records.isPlainHandshake(datagram, offset)) {
            return admitsHandshake(datagram, offset + Records.HEADER_BYTES, offset + lengthBytes);
        }
        return Records.type(datagram, offset) != Records.CHANGE_CIPHER_SPEC
                || localRole == DtlsRole.CLIENT
                || isVerifyComplete;
    }

    private boolean admitsHandshake(byte[] datagram, int start, int end) {
        for (int at = start; at < end; at += Records.MESSAGE_HEADER_BYTES + Records.u24(datagram, at + 9)) {
            if (!isSentByPeer(Records.type(datagram, at))) {
                return false;
            }
            if (Records.type(datagram, at) == Records.CERTIFICATE_VERIFY) {
                onCertificateVerify(
                        Records.u24(datagram, at + 1), Records.u24(datagram, at + 6), Records.u24(datagram, at + 9));
            }
        }
        return true;
    }

    private boolean isSentByPeer(int messageType) {
        return switch (messageType) {
            case Records.CERTIFICATE -> true;
            case Records.CLIENT_HELLO, Records.CLIENT_KEY_EXCHANGE, Records.CERTIFICATE_VERIFY ->
                localRole == DtlsRole.SERVER;
            case Records.SERVER_HELLO,
                    Records.HELLO_VERIFY_REQUEST,
                    Records.SERVER_KEY_EXCHANGE,
                    Records.CERTIFICATE_REQUEST,
                    Records.SERVER_HELLO_DONE -> localRole == DtlsRole.CLIENT;
            default -> false;
        };
    }

    /**
     * Gives a plain record (a copy, at this offset) the next sequence number, and unless it is a hello, the version of
     * DTLS 1.2. Bouncy Castle trusts both before anything is authenticated: one forged record with a high number would
     * push all true ones out of the replay window, and the version of the first one must be that of all others. Plain
     * records need no replay window, as the handshake recognises repeated messages.
     */
    void neutralise(byte[] record, int offset) {
        if (!Records.isPlain(record, offset)) {
            return;
        }
        long number = plainRecords++;
        for (int i = 0; i < 6; i++) {
            record[offset + 5 + i] = (byte) (number >>> (40 - 8 * i));
        }
        if (!isHello(record, offset)) {
            record[offset + 1] = (byte) 0xFE;
            record[offset + 2] = (byte) 0xFD;
        }
    }

    /** ClientHello and HelloVerifyRequest come with the version of DTLS 1.0, and Bouncy Castle expects that. */
    private static boolean isHello(byte[] record, int offset) {
        if (!Records.isPlainHandshake(record, offset)) {
            return false;
        }
        int type = Records.type(record, offset + Records.HEADER_BYTES);
        return type == Records.CLIENT_HELLO || type == Records.HELLO_VERIFY_REQUEST;
    }

    /** Counts fragments in order only: a message of about 80 bytes is hardly ever cut, and comes again if it was. */
    private void onCertificateVerify(int messageLength, int fragmentOffset, int fragmentLength) {
        if (fragmentOffset <= verifiedBytes) {
            verifiedBytes = Math.max(verifiedBytes, fragmentOffset + fragmentLength);
        }
        isVerifyComplete |= verifiedBytes >= messageLength;
    }
}
