package org.starbridge.trials;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.hammer.xmpp.TimedRequests;

/**
 * Prosody crashes, and comes back at once or after a while; the bridge has to be in its room soon after, and to answer.
 */
final class ReturnTrial {
    private static final Duration BACK_WITHIN = Duration.ofSeconds(10);
    private static final List<Duration> ABSENCES = List.of(Duration.ZERO, Duration.ofSeconds(20));

    private ReturnTrial() {}

    static void run(TrialEnvironment ground) throws IOException, InterruptedException {
        ground.focus().close(); // it is there before
        for (Duration absence : ABSENCES) {
            ground.prosody().crashAndReturn(absence);
            long startNs = System.nanoTime();
            try (TimedRequests focus = ground.focus()) {
                long backNs = System.nanoTime() - startNs;
                ground.judge(
                        backNs < BACK_WITHIN.toNanos(),
                        "back in the room %.1f s after Prosody, which was away for %d s"
                                .formatted(backNs / 1e9, absence.toSeconds()));
                focus.send(ConferenceModify.creating("after", null, List.of()));
                focus.expire("after");
            }
        }
    }
}
