package org.starbridge.control.conference;

import org.jspecify.annotations.Nullable;
import org.starbridge.control.participant.FeedbackSsrcs;

/**
 * Identity of a conference, fixed when it is created.
 *
 * @param id the bridge-local id
 * @param meetingId what Colibri2 calls it
 * @param name its room, for people; null when it has none
 * @param isRtcstatsEnabled whether it takes part in the statistics export
 * @param feedback SSRCs of the bridge's own RTCP
 * @param createdAtNs on the monotonic clock
 */
record ConferenceIdentity(
        String id,
        String meetingId,
        @Nullable String name,
        boolean isRtcstatsEnabled,
        FeedbackSsrcs feedback,
        long createdAtNs) {}
