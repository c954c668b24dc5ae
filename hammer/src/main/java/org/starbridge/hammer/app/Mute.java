package org.starbridge.hammer.app;

import java.time.Duration;
import java.util.function.Consumer;
import org.starbridge.hammer.client.Swarm;
import org.starbridge.hammer.client.SwarmException;

/**
 * A window in whose midst the picture of the first sender is muted for a while. Whether it is kept back is seen here; whether it
 * comes back in time, and with a key frame, where pictures are followed. One thread.
 */
final class Mute {
    /** Who is muted. */
    private static final int ENDPOINT = 0;
    /** What the bridge sent before may arrive until then. */
    private static final Duration UNDER_WAY = Duration.ofMillis(300);

    private final Swarm swarm;
    private final Watch watch;
    private final Consumer<String> say;

    Mute(Swarm swarm, Watch watch, Consumer<String> say) {
        this.swarm = swarm;
        this.watch = watch;
        this.say = say;
    }

    /**
     * Lets the window pass.
     *
     * @throws SwarmException if the bridge passes on what is muted
     */
    void run(Duration window, Duration muted) throws InterruptedException {
        Duration beside = window.minus(muted).dividedBy(2);
        watch.run(beside);
        swarm.muteVideo(ENDPOINT, true);
        watch.run(UNDER_WAY);
        long before = swarm.selectedPacketsFrom(ENDPOINT);
        watch.run(muted.minus(UNDER_WAY));
        long leaked = swarm.selectedPacketsFrom(ENDPOINT) - before;
        swarm.muteVideo(ENDPOINT, false);
        if (leaked > 0) {
            throw new SwarmException("the bridge passed on " + leaked + " packets of a picture that was muted");
        }
        say.accept("the picture of endpoint " + ENDPOINT + " was muted for " + muted.toSeconds() + " s");
        watch.run(beside);
    }
}
