package org.starbridge.media.api;

/**
 * The transport of an endpoint that has left.
 *
 * @param conferenceId the bridge-local id of its conference
 * @param endpointId its Colibri2 id
 * @param endedAtNs when it left, on the monotonic clock
 * @param report how far it came
 */
public record EndedConnection(String conferenceId, String endpointId, long endedAtNs, ConnectionReport report) {}
