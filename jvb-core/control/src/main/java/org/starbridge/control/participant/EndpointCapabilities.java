package org.starbridge.control.participant;

import java.util.Set;
import org.starbridge.colibri.Capabilities;
import org.starbridge.control.selection.SlotLimits;

/**
 * Capabilities of an endpoint's client, from the request that created it.
 *
 * @param hasSsrcRewriting gets every source under SSRCs of its own
 * @param hasMidDemux distinguishes these by media section; implies {@code hasSsrcRewriting}
 * @param hasOneSourcePerKind gets one audio and one video source at most; implies {@code hasSsrcRewriting}
 * @param hasPrivateConnectivity reaches private addresses
 * @param restartsEarly restarts ICE also before it has found a way
 */
public record EndpointCapabilities(
        boolean hasSsrcRewriting,
        boolean hasMidDemux,
        boolean hasOneSourcePerKind,
        boolean hasPrivateConnectivity,
        boolean restartsEarly) {
    /** Reads the names of a request; unknown ones are ignored. */
    public static EndpointCapabilities of(Set<String> names) {
        boolean hasOneSourcePerKind = names.contains(Capabilities.ONE_SOURCE_PER_KIND);
        boolean hasSsrcRewriting = hasOneSourcePerKind || names.contains(Capabilities.SSRC_REWRITING);
        return new EndpointCapabilities(
                hasSsrcRewriting,
                hasSsrcRewriting && names.contains(Capabilities.RTP_MID_DEMUX),
                hasOneSourcePerKind,
                names.contains(Capabilities.PRIVATE_ADDRESS_CONNECTIVITY),
                names.contains(Capabilities.EARLY_ICE_RESTART));
    }

    /** Under how many SSRCs it gets sources if these are rewritten, of what the configuration allows. */
    public SlotLimits slots(SlotLimits configured) {
        return hasOneSourcePerKind ? SlotLimits.ONE_OF_EACH_KIND : configured;
    }
}
