package org.starbridge.control.relay;

import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.RelayModified;
import org.starbridge.colibri.RelayModify;
import org.starbridge.colibri.Sctp;
import org.starbridge.colibri.Transport;
import org.starbridge.control.request.LocalDescription;

/** Writes the answers to requests about relays of one conference. Guarded by the conference's lock. */
public final class RelayAnswers {
    private final String conferenceId;
    private final LocalDescription description;

    public RelayAnswers(String conferenceId, LocalDescription description) {
        this.conferenceId = conferenceId;
        this.description = description;
    }

    /** With the other bridge's role in SCTP if that is asked for, else with the WebSocket's URL. */
    RelayModified toCreation(Relay relay, RelayModify request) {
        Sctp asked = request.transport() == null ? null : request.transport().sctp();
        IceUdpTransport iceUdp = asked == null
                ? description.ofRelay(
                        conferenceId,
                        relay.id(),
                        relay.transport(),
                        relay.channels().password())
                : description.ofRelay(relay.transport());
        Transport transport = asked == null
                ? Transport.of(iceUdp)
                : new Transport(false, false, false, iceUdp, LocalDescription.oppositeOf(asked));
        return new RelayModified(relay.id(), false, transport);
    }

    RelayModified toUpdate(RelayModify request) {
        return new RelayModified(request.id(), false, null);
    }

    RelayModified toExpiry(RelayModify request) {
        return new RelayModified(request.id(), true, null);
    }
}
