package org.starbridge.hammer.xmpp;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.client.Colibri2Client;
import org.starbridge.colibri.client.ConferenceRequests;
import org.starbridge.colibri.xmpp.BreweryClient;
import org.starbridge.colibri.xmpp.BreweryPlace;
import org.starbridge.hammer.LoadTestException;
import picocli.CommandLine.Option;

/** The options for asking over XMPP instead of REST, as picocli fills them in. */
public final class XmppArguments {
    private static final Duration BRIDGE_WITHIN = Duration.ofSeconds(30);

    @Option(
            names = "--xmpp",
            paramLabel = "HOST[:PORT]",
            description = "Control the bridge over XMPP like a focus, from the room of the bridges. A bridge that the "
                    + "Hammer starts joins that room.")
    @Nullable
    String server;

    @Option(
            names = "--xmpp-domain",
            paramLabel = "DOMAIN",
            defaultValue = "auth.meet.jitsi",
            description = "XMPP domain of the accounts (default: auth.meet.jitsi).")
    String domain = "auth.meet.jitsi";

    @Option(
            names = "--xmpp-room",
            paramLabel = "ROOM",
            defaultValue = "jvbbrewery@internal-muc.meet.jitsi",
            description = "Room of the bridges (default: jvbbrewery@internal-muc.meet.jitsi).")
    String room = "jvbbrewery@internal-muc.meet.jitsi";

    @Option(
            names = "--xmpp-user",
            paramLabel = "NAME",
            defaultValue = "focus",
            description = "Account of the Hammer (default: focus). A bridge that it starts has the account jvb.")
    String user = "focus";

    @Option(
            names = "--xmpp-password",
            paramLabel = "WORD",
            defaultValue = "secret",
            description = "Password of these accounts (default: secret, as in scripts/prosody).")
    String password = "secret";

    @Option(
            names = "--xmpp-bridge",
            paramLabel = "NICKNAME",
            description = "Nickname in the room of the bridge to control, with --bridge (default: any).")
    @Nullable
    String bridge;

    /** Returns whether the bridge is to be asked over XMPP. */
    public boolean isMeant() {
        return server != null;
    }

    /** A mistake of the caller, as a sentence; null if there is none. */
    public @Nullable String check() {
        if (server == null) {
            return bridge == null
                    ? null
                    : "--xmpp-bridge " + bridge + " needs --xmpp with the address of the XMPP server";
        }
        try {
            place(server, user, "hammer");
            return null;
        } catch (IllegalArgumentException e) {
            return "--xmpp " + server + ": " + e.getMessage();
        }
    }

    private BreweryPlace place(String where, String account, String nickname) {
        ServerAddress address = ServerAddress.parse(where);
        return new BreweryPlace(address.host(), address.port(), domain, account, password, room, nickname);
    }

    /**
     * The way to ask the bridge.
     *
     * @param url the bridge's private HTTP server
     * @param isOurs whether the Hammer has started it, so that the Hammer says which room it enters
     * @param teller gets sentences for people
     * @throws LoadTestException if the way is barred
     */
    public ConferenceRequests requests(URI url, boolean isOurs, Consumer<String> teller) throws InterruptedException {
        String where = server;
        if (where == null) {
            return new Colibri2Client(url);
        }
        String number = Long.toHexString(ProcessHandle.current().pid());
        BreweryClient focus = null;
        try {
            String nickname = bridge;
            if (isOurs) {
                nickname = "jvb-" + number;
                MucClients.add(url, place(where, "jvb", nickname));
            }
            focus = BreweryClient.join(place(where, user, "hammer-" + number));
            teller.accept("asking " + focus.awaitBridge(nickname, BRIDGE_WITHIN) + " in " + room);
            return new TimedRequests(focus, teller);
        } catch (IOException e) {
            if (focus != null) {
                focus.close();
            }
            throw new LoadTestException(String.valueOf(e.getMessage()), e);
        }
    }
}
