package org.starbridge.control.relay;

import java.util.List;
import org.starbridge.control.participant.NegotiatedMedia;
import org.starbridge.control.participant.Participant;
import org.starbridge.media.api.MediaEndpoint;

/**
 * A transport over which participants send: of an endpoint, or of a relay.
 *
 * @param media its end in the media plane
 * @param negotiated payload types and header extensions
 * @param participants who send over it
 */
public record SendingTransport(MediaEndpoint media, NegotiatedMedia negotiated, List<Participant> participants) {
    public SendingTransport {
        participants = List.copyOf(participants);
    }
}
