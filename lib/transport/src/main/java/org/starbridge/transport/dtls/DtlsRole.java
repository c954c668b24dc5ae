package org.starbridge.transport.dtls;

/**
 * Role that decides which side sends the ClientHello: the one that signalled {@code setup:active} (RFC 5763 section 5).
 */
public enum DtlsRole {
    /** We send the ClientHello: we are {@code active}, the peer {@code passive}. */
    CLIENT,
    /** We wait for the ClientHello: we are {@code passive}, the peer {@code active}. */
    SERVER
}
