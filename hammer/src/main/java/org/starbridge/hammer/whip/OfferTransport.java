package org.starbridge.hammer.whip;

import java.util.List;
import org.starbridge.hammer.client.signalling.ClientTransport;
import org.starbridge.sdp.attribute.Attribute;
import org.starbridge.sdp.attribute.Fingerprint;
import org.starbridge.sdp.attribute.IcePwd;
import org.starbridge.sdp.attribute.IceUfrag;
import org.starbridge.sdp.attribute.Setup;

/** ICE and DTLS of an offer, without candidates. */
final class OfferTransport {
    private OfferTransport() {}

    static List<Attribute> attributes(ClientTransport own) {
        return List.of(
                new IceUfrag(own.credentials().ufrag()),
                new IcePwd(own.credentials().password()),
                new Fingerprint(own.fingerprint().hash(), own.fingerprint().value()),
                Setup.ACTPASS);
    }
}
