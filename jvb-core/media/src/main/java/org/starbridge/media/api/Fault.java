package org.starbridge.media.api;

import org.jspecify.annotations.Nullable;

/**
 * A bug that was met on a media worker's thread.
 *
 * @param worker the worker's number
 * @param where what it was doing, for people
 * @param conferenceId for which conference, by its bridge-local id: the workers have ended it; null when for none
 * @param cause what was thrown
 */
public record Fault(int worker, String where, @Nullable String conferenceId, Throwable cause) {}
