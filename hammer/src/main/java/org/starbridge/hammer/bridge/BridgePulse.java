package org.starbridge.hammer.bridge;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Notices that a bridge which is not our own process has died. Asks it twice a second for its health on a virtual
 * thread of its own; any answer is a sign of life, also "unhealthy" and "not found".
 */
final class BridgePulse implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(500);

    /** A bridge that restarts its server refuses for a moment, too. */
    private static final int REFUSALS_OF_THE_DEAD = 4;

    /** A process that was stopped for a while, or a machine out of breath, is not dead yet. */
    private static final Duration SILENCE_OF_THE_DEAD = Duration.ofSeconds(20);

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final URI url;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private volatile int refusals;
    private volatile long answeredNs = System.nanoTime();
    private @Nullable Thread asking;

    private BridgePulse(URI url) {
        this.url = url;
    }

    /**
     * Feels it from now on.
     *
     * @param bridge the URL of its private HTTP server
     * @throws BridgeFailure when there is no bridge from the beginning, with a sentence that says what is there instead
     */
    static BridgePulse of(URI bridge) throws InterruptedException {
        BridgePulse pulse = new BridgePulse(bridge);
        try {
            pulse.http.send(pulse.health(), BodyHandlers.discarding());
        } catch (IOException e) {
            pulse.close();
            throw new BridgeFailure("no bridge at " + bridge + ": " + whatIsThere(bridge, e));
        }
        pulse.asking = Thread.ofVirtual().name("pulse").start(pulse::ask);
        return pulse;
    }

    private static String whatIsThere(URI bridge, IOException failure) {
        return switch (failure) {
            case ConnectException refused when isUnresolved(refused) -> "there is no host " + bridge.getHost();
            case ConnectException _ ->
                "connection refused; is the bridge running, and is that the port of its private HTTP server "
                        + "(videobridge.http-servers.private.port)?";
            case HttpTimeoutException _ -> "no answer within " + TIMEOUT.toSeconds() + " s";
            case SSLException tls -> "TLS fails there: " + tls.getMessage();
            default -> "the server there does not speak HTTP: " + failure.getMessage();
        };
    }

    private static boolean isUnresolved(Throwable failure) {
        return failure instanceof UnresolvedAddressException
                || (failure.getCause() != null && isUnresolved(failure.getCause()));
    }

    private HttpRequest health() {
        return HttpRequest.newBuilder(url.resolve("/about/health"))
                .timeout(TIMEOUT)
                .build();
    }

    /**
     * Throws if the bridge is dead.
     *
     * @throws BridgeFailure when the bridge has refused connections several times, or said nothing for long
     */
    void requireAlive() {
        if (refusals >= REFUSALS_OF_THE_DEAD) {
            throw new BridgeFailure(
                    "the bridge at " + url + " crashed during the run: it no longer accepts connections; see its log");
        }
        if (System.nanoTime() - answeredNs > SILENCE_OF_THE_DEAD.toNanos()) {
            throw new BridgeFailure("the bridge at " + url + " has not answered for " + SILENCE_OF_THE_DEAD.toSeconds()
                    + " s during the run: did it crash, or is it stuck?");
        }
    }

    private void ask() {
        HttpRequest request = health();
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
                    refused = 0; // the server accepts connections and does not answer
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
