package org.starbridge.control.participant;

import java.util.Set;
import org.starbridge.colibri.Capabilities;

/**
 * Capabilities of an endpoint's client, from the request that created it.
 *
 * @param hasSsrcRewriting gets every source under SSRCs of its own
 * @param hasMidDemux distinguishes these by media section; implies {@code hasSsrcRewriting}
 * @param hasPrivateConnectivity reaches private addresses
 */
public record EndpointCapabilities(boolean hasSsrcRewriting, boolean hasMidDemux, boolean hasPrivateConnectivity) {
    /** Reads the names of a request; unknown ones are ignored. */
    public static EndpointCapabilities of(Set<String> names) {
        boolean hasSsrcRewriting = names.contains(Capabilities.SSRC_REWRITING);
        return new EndpointCapabilities(
                hasSsrcRewriting,
                hasSsrcRewriting && names.contains(Capabilities.RTP_MID_DEMUX),
                names.contains(Capabilities.PRIVATE_ADDRESS_CONNECTIVITY));
    }
}
