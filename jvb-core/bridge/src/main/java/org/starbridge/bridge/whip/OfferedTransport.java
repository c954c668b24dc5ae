package org.starbridge.bridge.whip;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.whip.access.RefusalException;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.sdp.MediaSection;
import org.starbridge.sdp.SessionDescription;
import org.starbridge.sdp.attribute.Attribute;
import org.starbridge.sdp.attribute.Candidate;
import org.starbridge.sdp.attribute.Fingerprint;
import org.starbridge.sdp.attribute.IcePwd;
import org.starbridge.sdp.attribute.IceUfrag;
import org.starbridge.sdp.attribute.Setup;

/** Reads ICE and DTLS of an offerer, which its sections or the session say. */
final class OfferedTransport {
    private final SessionDescription offer;
    private final MediaSection tagged;

    /** @param tagged the section whose transport all others share (RFC 9143 section 7.2.1) */
    OfferedTransport(SessionDescription offer, MediaSection tagged) {
        this.offer = offer;
        this.tagged = tagged;
    }

    /** @throws RefusalException 422 with what is missing */
    IceUdpTransport read() throws RefusalException {
        IceUfrag ufrag = require(IceUfrag.class, "a=ice-ufrag");
        IcePwd pwd = require(IcePwd.class, "a=ice-pwd");
        List<Fingerprint> fingerprints = tagged.attributes().all(Fingerprint.class);
        if (fingerprints.isEmpty()) {
            fingerprints = offer.attributes().all(Fingerprint.class);
        }
        if (fingerprints.isEmpty()) {
            throw RefusalException.unprocessable("a=fingerprint is missing");
        }
        DtlsSetup setup = setup(offer.find(tagged, Setup.class));
        return new IceUdpTransport(
                ufrag.value(),
                pwd.value(),
                null,
                true,
                IceCandidates.read(tagged.attributes().all(Candidate.class)),
                fingerprints.stream()
                        .map(each -> new org.starbridge.colibri.Fingerprint(each.hash(), each.value(), setup, false))
                        .toList(),
                List.of());
    }

    private <T extends Attribute> T require(Class<T> type, String name) throws RefusalException {
        T found = offer.find(tagged, type);
        if (found == null) {
            throw RefusalException.unprocessable(name + " is missing");
        }
        return found;
    }

    /** An offerer that leaves the choice to us opens the handshake: its hello can follow its first ICE check. */
    private static DtlsSetup setup(@Nullable Setup offered) throws RefusalException {
        return switch (offered) {
            case null -> DtlsSetup.ACTIVE;
            case ACTPASS, ACTIVE -> DtlsSetup.ACTIVE;
            case PASSIVE -> DtlsSetup.PASSIVE;
            case HOLDCONN -> throw RefusalException.unprocessable("a=setup:holdconn: expected actpass");
        };
    }
}
