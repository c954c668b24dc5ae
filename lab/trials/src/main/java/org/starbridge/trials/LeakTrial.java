package org.starbridge.trials;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Transport;
import org.starbridge.colibri.client.ConferenceRequests;
import org.starbridge.hammer.xmpp.TimedRequests;

/**
 * A thousand conferences come and go, and the bridge holds what it held before. The compiler takes some 20 MB while it
 * works, and the C library gives back when it likes: so there are a few turns, and one of them has to leave everything
 * as it was. A leak would show in each.
 */
final class LeakTrial {
    private static final int CONFERENCES = 1000;
    private static final int AT_ONCE = 20;
    private static final int MAX_TURNS = 5;

    /** Connections and threads that only wait for more work end within that. */
    private static final long SETTLED_AFTER_MS = 10_000;

    private LeakTrial() {}

    static void run(TrialEnvironment ground) throws IOException, InterruptedException {
        RandomGenerator random = new Random();
        try (TimedRequests focus = ground.focus()) {
            BridgeResources first =
                    after(focus, random, ground); // what is loaded and compiled on the way is not counted
            BridgeResources before = first;
            BridgeResources after = after(focus, random, ground);
            for (int turn = 2; turn < MAX_TURNS && !after.isNoMoreThan(before); turn++) {
                before = after;
                after = after(focus, random, ground);
            }
            ground.judge(
                    after.isNoMoreThan(before) && first.holdsAsMuchAs(after) && ground.stat("conferences") == 0,
                    "%d conferences created and expired; before: %s; after: %s; %s"
                            .formatted(CONFERENCES, before, after, focus.summary()));
        }
    }

    private static BridgeResources after(ConferenceRequests focus, RandomGenerator random, TrialEnvironment ground)
            throws IOException, InterruptedException {
        comeAndGo(focus, random, CONFERENCES);
        Thread.sleep(SETTLED_AFTER_MS);
        return BridgeResources.of(ground.bridgePid(), ground.url());
    }

    /** Conferences of two endpoints that never connect, some at a time. */
    private static void comeAndGo(ConferenceRequests focus, RandomGenerator random, int conferences)
            throws IOException, InterruptedException {
        for (int i = 0; i < conferences; i += AT_ONCE) {
            List<String> meetings = new ArrayList<>();
            for (int j = i; j < Math.min(i + AT_ONCE, conferences); j++) {
                String meeting = "trial-" + Long.toHexString(random.nextLong());
                meetings.add(meeting);
                focus.send(ConferenceModify.creating(meeting, null, List.of(endpoint("aaaa0001"))));
                focus.send(ConferenceModify.updating(meeting, List.of(endpoint("bbbb0002"))));
            }
            for (String meeting : meetings) {
                focus.expire(meeting);
            }
        }
    }

    private static EndpointModify endpoint(String id) {
        return EndpointModify.builder(id)
                .create(true)
                .capability(Capabilities.SOURCE_NAMES)
                .transport(new Transport(true, false, false, null, null))
                .build();
    }
}
