package org.starbridge.hammer.bridge;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Notices that a bridge which is not our own process has died. Asks it twice a second for its health on a virtual thread of its
 * own; any answer is a sign of life, also "unhealthy" and "not found".
 */
public final class BridgePulse implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(500);

    /** A bridge that restarts its server refuses for a moment, too. */
    private static final int REFUSALS_OF_THE_DEAD = 4;

    /** A process that was stopped for a while, or a machine out of breath, is not dead yet. */
    private static final Duration SILENCE_OF_THE_DEAD = Duration.ofSeconds(20);

    private final URI url;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private volatile int refusals;
    private volatile long answeredNs = System.nanoTime();
    private @Nullable Thread asking;

    private BridgePulse(URI url) {
        this.url = url;
    }

    /** Feels it from now on. {@code bridge} is the URL of its private HTTP server. */
    public static BridgePulse of(URI bridge) {
        BridgePulse pulse = new BridgePulse(bridge);
        pulse.asking = Thread.ofVirtual().name("pulse").start(pulse::ask);
        return pulse;
    }

    /**
     * Throws if the bridge is dead.
     *
     * @throws BridgeFailure when the bridge has refused connections several times, or said nothing for long
     */
    public void requireAlive() {
        if (refusals >= REFUSALS_OF_THE_DEAD) {
            throw new BridgeFailure(
                    "the bridge at " + url + " has died during the run: it no longer accepts connections; see its log");
        }
        if (System.nanoTime() - answeredNs > SILENCE_OF_THE_DEAD.toNanos()) {
            throw new BridgeFailure("the bridge at " + url + " has not answered for " + SILENCE_OF_THE_DEAD.toSeconds()
                    + " s during the run: has it died, or is it stuck?");
        }
    }

    private void ask() {
        HttpRequest request = HttpRequest.newBuilder(url.resolve("/about/health"))
                .timeout(Duration.ofSeconds(5))
                .build();
        int refused = 0; // only this thread counts
        try {
            while (true) {
                try {
                    http.send(request, BodyHandlers.discarding());
                    refused = 0;
                    answeredNs = System.nanoTime();
                } catch (ConnectException _) {
                    refused++;
                } catch (IOException _) {
                    refused = 0; // somebody is there, and says nothing
                }
                refusals = refused;
                Thread.sleep(PAUSE);
            }
        } catch (InterruptedException _) {
            // closed
        }
    }

    @Override
    public void close() {
        Thread thread = asking;
        if (thread != null) {
            thread.interrupt();
        }
        http.shutdownNow();
    }
}
