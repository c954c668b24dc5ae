package org.starbridge.control.participant;

import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.EndpointSpec;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.ice.IceAgent;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.ice.IceRole;

/**
 * The bridge's side of a transport, as its peer knows it.
 *
 * @param credentials of the first ICE agent
 * @param identity the DTLS certificate, with its key
 */
public record LocalSide(IceCredentials credentials, IceRole iceRole, DtlsIdentity identity) {
    private static final IceCredentials UNREAD = new IceCredentials("unread", "unread-unread-unread-unread");

    /** That of a transport that is open. */
    public static LocalSide of(EndpointSpec spec) {
        return new LocalSide(spec.credentials(), spec.iceRole(), spec.identity());
    }

    /**
     * Its part of a snapshot.
     *
     * @param known null when the record is read
     * @param random serves handshakes of what is read
     */
    public static LocalSide state(State state, @Nullable LocalSide known, SecureRandom random) throws StateException {
        return new LocalSide(
                IceAgent.credentials(state, known == null ? UNREAD : known.credentials),
                state.choice(known == null ? IceRole.CONTROLLED : known.iceRole, IceRole.values()),
                DtlsIdentity.state(state, known == null ? null : known.identity, random));
    }
}
