package org.starbridge.media.endpoint;

/**
 * Times that an ICE restart may take.
 *
 * @param transitionNs after a restart has found its way, the old one is kept for so long
 *     ({@code videobridge.ice.restart.transition-window})
 * @param timeoutNs a restart that has found no way by then is given up ({@code videobridge.ice.restart.timeout})
 */
public record IceRestartTimes(long transitionNs, long timeoutNs) {
    /**
     * The documented ones: 3 s, longer than any packet travels; 20 s: an agent that has found no pair by then will not
     * going to.
     */
    public static final IceRestartTimes DEFAULT = new IceRestartTimes(3_000_000_000L, 20_000_000_000L);
}
