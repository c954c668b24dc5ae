package org.starbridge.hammer.client.signalling;

import java.net.InetSocketAddress;
import java.util.List;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.transport.dtls.DtlsFingerprint;
import org.starbridge.transport.ice.IceCredentials;

/**
 * Transport of an endpoint as a bridge has to know it; the endpoint is the DTLS client.
 *
 * @param addresses where its datagrams to the bridge come from
 */
public record ClientTransport(
        IceCredentials credentials, DtlsFingerprint fingerprint, List<InetSocketAddress> addresses) {
    public ClientTransport {
        addresses = List.copyOf(addresses);
    }

    /** The same from these addresses. */
    public ClientTransport withAddresses(List<InetSocketAddress> known) {
        return new ClientTransport(credentials, fingerprint, known);
    }

    /** Without candidates: a bridge learns the addresses from the checks, as it does from browsers. */
    IceUdpTransport transport() {
        Fingerprint ours = new Fingerprint(fingerprint.hash(), fingerprint.value(), DtlsSetup.ACTIVE, false);
        return new IceUdpTransport(
                credentials.ufrag(), credentials.password(), null, true, List.of(), List.of(ours), List.of());
    }
}
