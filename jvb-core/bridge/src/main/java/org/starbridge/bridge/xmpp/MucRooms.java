package org.starbridge.bridge.xmpp;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jivesoftware.smack.SmackException;
import org.jivesoftware.smack.StanzaCollector;
import org.jivesoftware.smack.XMPPException;
import org.jivesoftware.smack.packet.IQ;
import org.jivesoftware.smack.packet.Presence;
import org.jivesoftware.smack.packet.PresenceBuilder;
import org.jivesoftware.smackx.muc.packet.MUCInitialPresence;
import org.jivesoftware.smackx.muc.packet.MUCUser;
import org.jxmpp.jid.EntityFullJid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.colibri.xml.XmlElement;
import org.starbridge.colibri.xmpp.ElementIq;

/**
 * The rooms of one connection (XEP-0045): joins them, shows a presence in them, leaves them. One thread joins; any
 * thread may call the rest.
 */
final class MucRooms {
    private static final Logger LOG = LoggerFactory.getLogger(MucRooms.class);

    private final String clientId;
    private final List<EntityFullJid> occupants;
    private final BridgeConnection connection;
    private final Supplier<XmlElement> presence;
    private final Set<EntityFullJid> joined = ConcurrentHashMap.newKeySet();

    /**
     * @param clientId for the log
     * @param occupants the addresses of the bridge in its rooms: room and nickname
     * @param presence what is shown on entering
     */
    MucRooms(
            String clientId,
            List<EntityFullJid> occupants,
            BridgeConnection connection,
            Supplier<XmlElement> presence) {
        this.clientId = clientId;
        this.occupants = occupants;
        this.connection = connection;
        this.presence = presence;
    }

    /** Returns the number of rooms it is in. */
    int joined() {
        return joined.size();
    }

    /** The server has begun a new session: it is in no room. */
    void clear() {
        joined.clear();
    }

    /** Enters the rooms that it is not in. If one refuses, the others are entered first. */
    void joinAll() throws SmackException, XMPPException, InterruptedException {
        XMPPException refused = null;
        for (EntityFullJid occupant : occupants) {
            if (!joined.contains(occupant)) {
                try {
                    join(occupant);
                } catch (XMPPException e) {
                    refused = e; // the other rooms may do better
                }
            }
        }
        if (refused != null) {
            throw refused;
        }
    }

    private void join(EntityFullJid occupant) throws SmackException, XMPPException, InterruptedException {
        Presence entering = entering(occupant);
        Presence answer;
        try (StanzaCollector collector = connection.createStanzaCollectorAndSend(
                stanza -> stanza instanceof Presence echo && occupant.equals(echo.getFrom()) && isAnswer(echo),
                entering)) {
            answer = collector.nextResultOrThrow();
        }
        joined.add(occupant);
        LOG.info("XMPP client {} has joined {}", clientId, occupant);
        MUCUser user = MUCUser.from(answer);
        if (user != null && user.getStatus().contains(MUCUser.Status.ROOM_CREATED_201)) {
            configureRoom(occupant);
        }
    }

    private Presence entering(EntityFullJid occupant) {
        return available(occupant, presence.get())
                .addExtension(new MUCInitialPresence(null, 0, -1, -1, null))
                .build();
    }

    private static boolean isAnswer(Presence presence) {
        MUCUser user = MUCUser.from(presence);
        return presence.getType() == Presence.Type.error
                || (user != null && user.getStatus().contains(MUCUser.Status.PRESENCE_TO_SELF_110));
    }

    /** The first occupant configures the room so that all occupants see real addresses (XEP-0045 section 10.1). */
    private void configureRoom(EntityFullJid occupant) throws SmackException, InterruptedException {
        IQ form = new ElementIq(RoomForm.everybodySeesAddresses());
        form.setType(IQ.Type.set);
        form.setTo(occupant.asBareJid());
        try (StanzaCollector collector = connection.createStanzaCollectorAndSend(form)) {
            collector.nextResultOrThrow();
        } catch (XMPPException e) {
            LOG.warn("XMPP client {} created {}, but could not configure it: {}", clientId, occupant, e.toString());
        }
    }

    /** Shows this in every room it is in. */
    void publish(XmlElement stats) {
        for (EntityFullJid occupant : joined) {
            connection.send(available(occupant, stats).build());
        }
    }

    /** Leaves every room it is in. */
    void leave() {
        joined.forEach(occupant -> connection.send(leaving(occupant)));
    }

    /**
     * Leaves every room and enters it again at once, in which another session of this bridge is: requests go there from
     * now on, and what came here can still be answered. A room passes on only answers of those who are in it.
     */
    void stepBack() {
        joined.forEach(occupant -> connection.send(leaving(occupant), entering(occupant)));
    }

    private Presence leaving(EntityFullJid occupant) {
        return connection
                .getStanzaFactory()
                .buildPresenceStanza()
                .ofType(Presence.Type.unavailable)
                .to(occupant)
                .build();
    }

    private PresenceBuilder available(EntityFullJid occupant, XmlElement stats) {
        return connection
                .getStanzaFactory()
                .buildPresenceStanza()
                .ofType(Presence.Type.available)
                .to(occupant)
                .addExtension(new ElementExtension(stats));
    }

    /** Returns whether this presence says that the bridge is no longer in one of its rooms. */
    boolean isLoss(Presence own) {
        return own.getFrom() != null
                && occupants.contains(own.getFrom())
                && (own.getType() == Presence.Type.unavailable || own.getType() == Presence.Type.error);
    }

    /** The bridge is no longer in this room; the answer is false if it was not in it. */
    boolean remove(Presence own) {
        return joined.removeIf(occupant -> occupant.equals(own.getFrom()));
    }
}
