package org.starbridge.media.api;

import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.ice.IceRole;

/**
 * Parameters that an endpoint's transport needs from its first moment.
 *
 * @param conferenceId the bridge-local id of its conference
 * @param endpointId the Colibri2 endpoint id, for logs and debugging
 * @param credentials our ICE user fragment and password; the user fragment is unique in the process
 * @param iceRole our ICE role
 * @param identity our DTLS certificate towards it
 * @param audioFeedbackSsrc sender SSRC of the RTCP that the bridge originates about audio ({@code jvb-a0})
 * @param videoFeedbackSsrc sender SSRC of the RTCP that the bridge originates about video ({@code jvb-v0})
 * @param data takes the application data of its DTLS session
 * @param hasUniquePort whether it is to have a UDP port for itself; without one to be had it is reached by the shared
 *     one
 */
public record EndpointSpec(
        String conferenceId,
        String endpointId,
        IceCredentials credentials,
        IceRole iceRole,
        DtlsIdentity identity,
        int audioFeedbackSsrc,
        int videoFeedbackSsrc,
        ApplicationData data,
        boolean hasUniquePort) {}
