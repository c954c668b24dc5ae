package org.starbridge.hammer.meet;

import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.jxmpp.jid.impl.JidCreate;
import org.jxmpp.jid.parts.Localpart;
import org.jxmpp.stringprep.XmppStringprepException;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.signalling.Signalling;
import org.starbridge.hammer.xmpp.ServerAddress;
import picocli.CommandLine.Option;

/** The options for joining a room of Jitsi Meet, as picocli fills them in. */
public final class MeetArguments {
    @Option(
            names = "--meet",
            paramLabel = "HOST[:PORT]",
            description =
                    "Join a room of a Jitsi Meet deployment like its participants, through its XMPP server at this address; "
                            + "the focus selects the bridge. Add --bridge to show the figures of one.")
    @Nullable
    String server;

    @Option(
            names = "--meet-domain",
            paramLabel = "DOMAIN",
            defaultValue = "meet.jitsi",
            description = "XMPP domain of the participants (default: meet.jitsi).")
    String domain = "meet.jitsi";

    @Option(
            names = "--meet-muc",
            paramLabel = "DOMAIN",
            description = "XMPP domain of the rooms (default: muc. and the participants' domain).")
    @Nullable
    String muc;

    @Option(
            names = "--meet-room",
            paramLabel = "NAME",
            description = "Name of the room, without a domain (default: hammer- and a random number).")
    @Nullable
    String room;

    @Option(
            names = "--meet-focus",
            paramLabel = "ADDRESS",
            description = "XMPP address of the focus (default: focus. and the participants' domain).")
    @Nullable
    String focus;

    @Option(
            names = "--meet-user",
            paramLabel = "NAME",
            description = "Account of all participants (default: none, anonymous login).")
    @Nullable
    String user;

    @Option(names = "--meet-password", paramLabel = "WORD", description = "Password of this account.")
    @Nullable
    String password;

    @Option(
            names = "--meet-any-certificate",
            description = "Accept any certificate of the XMPP server, and no encryption if the server has none.")
    boolean anyCertificate;

    @Option(
            names = "--meet-source-add",
            description = "Participants accept without sources, add them afterwards by source-add, as on unmuting, "
                    + "and take them back by source-remove before they leave.")
    boolean sourceAdd;

    /** Returns whether a room is to be joined. */
    public boolean isMeant() {
        return server != null;
    }

    /** A mistake of the caller, as a sentence; null if there is none. */
    public @Nullable String check() {
        if (server == null) {
            String first = firstOther();
            return first == null ? null : first + " needs --meet with the address of the XMPP server";
        }
        if ((user == null) != (password == null)) {
            return "--meet-user and --meet-password: expected both or neither";
        }
        try {
            MeetRoom place = place(server);
            JidCreate.entityBareFrom(place.room());
            if (room != null) {
                Localpart.from(room);
            }
            JidCreate.from(place.focus());
            JidCreate.domainBareFrom(place.domain());
            return null;
        } catch (XmppStringprepException e) {
            return "\"" + e.getCausingString() + "\": expected a valid XMPP address";
        } catch (IllegalArgumentException e) {
            return "--meet " + server + ": " + e.getMessage();
        }
    }

    private @Nullable String firstOther() {
        return muc != null
                ? "--meet-muc " + muc
                : room != null
                        ? "--meet-room " + room
                        : focus != null
                                ? "--meet-focus " + focus
                                : user != null ? "--meet-user " + user : sourceAdd ? "--meet-source-add" : null;
    }

    private MeetRoom place(String where) {
        ServerAddress address = ServerAddress.parse(where);
        String name = room != null
                ? room.toLowerCase(Locale.ROOT)
                : "hammer-" + Integer.toHexString(ThreadLocalRandom.current().nextInt());
        String mucDomain = muc == null ? "muc." + domain : muc;
        String whom = focus == null ? "focus." + domain : focus;
        return new MeetRoom(address, domain, user, password, name + "@" + mucDomain, whom, !anyCertificate);
    }

    /**
     * The way into the room.
     *
     * @throws IllegalStateException if {@link #isMeant} is false
     */
    public Signalling signalling(ConferenceOptions options) {
        String where = server;
        if (where == null) {
            throw new IllegalStateException("no --meet");
        }
        return new MeetSignalling(
                place(where),
                options.sent().videoCodec(),
                options.sent().rtx(),
                sourceAdd,
                options.channel().kind(),
                options.joining().timeout().toMillis());
    }
}
