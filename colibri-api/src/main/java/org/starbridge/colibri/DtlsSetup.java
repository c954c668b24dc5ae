package org.starbridge.colibri;

/**
 * Side that opens the DTLS handshake, seen from the sender of the fingerprint (RFC 4145 section 4, RFC 5763 section 5).
 */
public enum DtlsSetup {
    /** The sender will be the DTLS client. */
    ACTIVE,
    /** The sender will be the DTLS server. */
    PASSIVE,
    /** The sender lets the other side choose. */
    ACTPASS,
    /** No handshake yet. */
    HOLDCONN
}
