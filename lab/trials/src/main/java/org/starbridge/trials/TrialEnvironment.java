package org.starbridge.trials;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import org.starbridge.colibri.client.Colibri2Client;
import org.starbridge.colibri.xmpp.BreweryClient;
import org.starbridge.colibri.xmpp.BreweryPlace;
import org.starbridge.hammer.bridge.BridgeProcess;
import org.starbridge.hammer.xmpp.MucClients;
import org.starbridge.hammer.xmpp.TimedRequests;

/**
 * Environment that the trials share: a bridge in the room of a Prosody, and what was made of it so far. For one thread.
 */
final class TrialEnvironment {
    private static final String BRIDGE = "jvb-trial";
    private static final Duration ENTER_TIMEOUT = Duration.ofSeconds(30);

    private final PrintStream out;
    private final BridgeProcess bridge;
    private final ProsodyProcess prosody;
    private boolean isMissed;

    TrialEnvironment(PrintStream out, BridgeProcess bridge, ProsodyProcess prosody) {
        this.out = out;
        this.bridge = bridge;
        this.prosody = prosody;
    }

    /** Sends the bridge to the room. */
    void begin() throws IOException, InterruptedException {
        MucClients.add(url(), place("jvb", BRIDGE));
    }

    URI url() {
        return bridge.url();
    }

    long bridgePid() {
        return bridge.pid();
    }

    ProsodyProcess prosody() {
        return prosody;
    }

    private BreweryPlace place(String account, String nickname) {
        return new BreweryPlace(
                "127.0.0.1",
                prosody.port(),
                "auth.meet.jitsi",
                account,
                "secret",
                "jvbbrewery@internal-muc.meet.jitsi",
                nickname);
    }

    /** Enters the room, and waits until the bridge is there. */
    TimedRequests focus() throws IOException, InterruptedException {
        BreweryClient client = BreweryClient.join(place("focus", "focus"));
        client.awaitBridge(BRIDGE, ENTER_TIMEOUT);
        return new TimedRequests(client, _ -> {});
    }

    /** One of the bridge's statistics. */
    long stat(String key) throws IOException, InterruptedException {
        try (Colibri2Client client = new Colibri2Client(url())) {
            return client.stats().path(key).asLong();
        }
    }

    /** Says how it went. */
    void judge(boolean isReached, String sentence) {
        isMissed |= !isReached;
        out.println((isReached ? "reached: " : "MISSED: ") + sentence);
    }

    /** Returns whether a goal was missed. */
    boolean isMissed() {
        return isMissed;
    }
}
