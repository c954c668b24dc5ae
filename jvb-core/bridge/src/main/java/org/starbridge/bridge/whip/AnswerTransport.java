package org.starbridge.bridge.whip;

import java.util.ArrayList;
import java.util.List;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.sdp.attribute.Attribute;
import org.starbridge.sdp.attribute.Fingerprint;
import org.starbridge.sdp.attribute.Flag;
import org.starbridge.sdp.attribute.IceOptions;
import org.starbridge.sdp.attribute.IcePwd;
import org.starbridge.sdp.attribute.IceUfrag;
import org.starbridge.sdp.attribute.Setup;

/** Writes the bridge's ICE and DTLS into a section of an answer. */
final class AnswerTransport {
    private static final IceOptions OPTIONS = new IceOptions(List.of("trickle", "ice2"));

    private AnswerTransport() {}

    /** @param withCandidates in one section only: all share a transport */
    static List<Attribute> all(IceUdpTransport local, boolean withCandidates) {
        List<Attribute> attributes = ice(local, withCandidates);
        for (org.starbridge.colibri.Fingerprint fingerprint : local.fingerprints()) {
            attributes.add(new Fingerprint(fingerprint.hash(), fingerprint.value()));
        }
        attributes.add(setup(local));
        return attributes;
    }

    /** Without DTLS, which an ICE restart does not touch. */
    static List<Attribute> ice(IceUdpTransport local, boolean withCandidates) {
        List<Attribute> attributes = new ArrayList<>();
        attributes.add(new IceUfrag(String.valueOf(local.ufrag())));
        attributes.add(new IcePwd(String.valueOf(local.pwd())));
        attributes.add(OPTIONS);
        if (withCandidates) {
            attributes.addAll(IceCandidates.write(local.candidates()));
            attributes.add(Flag.END_OF_CANDIDATES);
        }
        return attributes;
    }

    private static Setup setup(IceUdpTransport local) {
        boolean isClient = !local.fingerprints().isEmpty()
                && local.fingerprints().getFirst().setup() == DtlsSetup.ACTIVE;
        return isClient ? Setup.ACTIVE : Setup.PASSIVE;
    }
}
