package org.starbridge.hammer.client.transport;

import org.starbridge.transport.dtls.DtlsHandshakes;
import org.starbridge.transport.dtls.DtlsIdentity;

/**
 * DTLS resources that endpoints have in common. Any thread.
 *
 * @param handshakes runs handshakes on its threads; closed by the owner that created it
 * @param identity the certificate
 */
public record DtlsParty(DtlsHandshakes handshakes, DtlsIdentity identity) {}
