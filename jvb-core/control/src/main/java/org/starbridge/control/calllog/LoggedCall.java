package org.starbridge.control.calllog;

import org.jspecify.annotations.Nullable;

/**
 * Subject of a log line, for formatters that write it as fields. It is there while the line is logged, on the thread
 * that logs. Ids and names are as signalling has them, so they may contain anything.
 *
 * @param conferenceId the bridge-local id
 * @param conferenceName null if it has none, or is unknown
 * @param meetingId null if it is unknown
 * @param endpointId null if the line is about the conference
 * @param prefixChars how many characters of the line say the same for people
 */
public record LoggedCall(
        String conferenceId,
        @Nullable String conferenceName,
        @Nullable String meetingId,
        @Nullable String endpointId,
        int prefixChars) {
    private static final ScopedValue<LoggedCall> CURRENT = ScopedValue.newInstance();

    /** Returns the subject of the line that this thread logs now; null if it is about no call. */
    public static @Nullable LoggedCall current() {
        return CURRENT.isBound() ? CURRENT.get() : null;
    }

    /** Logs a line about it. */
    void log(Runnable logging) {
        ScopedValue.where(CURRENT, this).run(logging);
    }
}
