package org.starbridge.hammer.app;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.app.phase.JoinPhase;
import org.starbridge.hammer.app.phase.LiveProgress;
import org.starbridge.hammer.app.phase.MeasuredWindow;
import org.starbridge.hammer.client.ClientConference;
import org.starbridge.hammer.client.plan.BridgeSpread;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.report.BridgeLoss;
import org.starbridge.hammer.report.Delays;

/**
 * A window in whose midst a bridge is killed. The focus learns of it at once, expires the others' relays to it, and
 * invites its endpoints again to the other bridges, with new SSRCs, as Jicofo and clients do. One thread.
 */
final class BridgeLossWindow implements MeasuredWindow {
    private static final Duration INVITATIONS = Duration.ofMillis(500);
    private static final Duration WHOLE_WITHIN = Duration.ofSeconds(20);
    private static final Duration POLL = Duration.ofMillis(100);

    private final ClientConference conference;
    private final ConferenceOptions options;
    private final LiveProgress progress;
    private final FurtherBridges further;
    private final Duration duration;
    private final Consumer<String> say;
    private List<Long> joinNs = List.of();
    private long wholeAfterNs;

    BridgeLossWindow(
            ClientConference conference,
            ConferenceOptions options,
            LiveProgress progress,
            FurtherBridges further,
            Duration duration,
            Consumer<String> say) {
        this.conference = conference;
        this.options = options;
        this.progress = progress;
        this.further = further;
        this.duration = duration;
        this.say = say;
    }

    @Override
    public void run() throws InterruptedException {
        long endNs = System.nanoTime() + duration.toNanos();
        progress.run(duration.dividedBy(2));
        conference.nextPhase();
        int lost = options.spread().lost();
        long killedNs = System.nanoTime();
        further.kill(lost);
        say.accept(further.focus().relayId(lost) + " was killed");
        joinNs = JoinPhase.inBackground(progress, () -> {
            expire(lost);
            return conference.joinLatecomers(INVITATIONS);
        });
        while (!conference.isWholeAgain()) {
            if (System.nanoTime() - killedNs > WHOLE_WITHIN.toNanos()) {
                throw new LoadTestException("the conference is not complete " + WHOLE_WITHIN.toSeconds()
                        + " s after a bridge was killed: re-invited endpoints lack streams, or"
                        + " their streams are missing");
            }
            progress.run(POLL);
        }
        wholeAfterNs = System.nanoTime() - killedNs;
        progress.run(Duration.ofNanos(Math.max(0, endNs - System.nanoTime())));
    }

    private void expire(int lost) throws InterruptedException {
        BridgeSpread spread = options.spread();
        Map<Integer, Integer> again = new HashMap<>();
        for (int endpoint : spread.lostOf(options.endpoints())) {
            again.put(options.endpoints() + again.size(), spread.secondHome(endpoint));
        }
        try {
            further.focus().lose(lost, again);
        } catch (IOException e) {
            throw new LoadTestException("a remaining bridge does not expire its relay: " + e.getMessage(), e);
        }
    }

    /** Returns the result. */
    BridgeLoss loss() {
        return new BridgeLoss(joinNs, wholeAfterNs, Delays.of(conference.delays(0)), Delays.of(conference.delays(1)));
    }
}
