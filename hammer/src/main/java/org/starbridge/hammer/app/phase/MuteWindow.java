package org.starbridge.hammer.app.phase;

import java.time.Duration;
import java.util.function.Consumer;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.client.ClientConference;

/**
 * A window in whose midst the picture of the first sender is muted for a while. Whether it is kept back is seen here;
 * whether it comes back in time, and with a key frame, where pictures are followed. One thread.
 */
public final class MuteWindow {
    /** The endpoint that is muted. */
    private static final int ENDPOINT = 0;
    /** Time in which packets that the bridge sent before may still arrive. */
    private static final Duration UNDER_WAY = Duration.ofMillis(300);

    private final ClientConference conference;
    private final LiveProgress watch;
    private final Consumer<String> say;

    /** {@code say} takes what is worth a line of output. */
    public MuteWindow(ClientConference conference, LiveProgress watch, Consumer<String> say) {
        this.conference = conference;
        this.watch = watch;
        this.say = say;
    }

    /**
     * Lets the window pass.
     *
     * @throws LoadTestException if the bridge passes on what is muted
     */
    public void run(Duration window, Duration muted) throws InterruptedException {
        Duration beside = window.minus(muted).dividedBy(2);
        watch.run(beside);
        conference.muteVideo(ENDPOINT, true);
        watch.run(UNDER_WAY);
        long before = conference.selectedPacketsFrom(ENDPOINT);
        watch.run(muted.minus(UNDER_WAY));
        long leaked = conference.selectedPacketsFrom(ENDPOINT) - before;
        conference.muteVideo(ENDPOINT, false);
        if (leaked > 0) {
            throw new LoadTestException("the bridge forwarded " + leaked + " packets of muted video");
        }
        say.accept("the video of endpoint " + ENDPOINT + " was muted for " + muted.toSeconds() + " s");
        watch.run(beside);
    }
}
