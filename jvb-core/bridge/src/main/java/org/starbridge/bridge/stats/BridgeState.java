package org.starbridge.bridge.stats;

/**
 * State that the conference focus must know before it sends endpoints here.
 *
 * @param healthy the last health check succeeded
 * @param drain no new participants, please; can be taken back
 * @param gracefulShutdown no new conferences; the bridge ends when it is empty
 * @param shuttingDown the bridge is about to end: endpoints must be moved away
 */
public record BridgeState(boolean healthy, boolean drain, boolean gracefulShutdown, boolean shuttingDown) {}
