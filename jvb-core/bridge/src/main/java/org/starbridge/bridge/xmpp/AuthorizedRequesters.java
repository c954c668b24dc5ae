package org.starbridge.bridge.xmpp;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jivesoftware.smack.packet.Presence;
import org.jivesoftware.smackx.muc.MUCAffiliation;
import org.jivesoftware.smackx.muc.MUCRole;
import org.jivesoftware.smackx.muc.packet.MUCItem;
import org.jivesoftware.smackx.muc.packet.MUCUser;
import org.jspecify.annotations.Nullable;
import org.jxmpp.jid.BareJid;
import org.jxmpp.jid.Jid;
import org.starbridge.bridge.xmpp.MucClientConfig.ControlRole;

/**
 * Rules for who may ask the bridge what. A room passes on only what its occupants send, and writes their addresses
 * there itself (XEP-0045 section 7.5): an address in a room of ours is proof enough that an occupant asks. Roles and
 * affiliations are known from presence (section 7.2.2), and only kept where they matter. The thread that reads the
 * stream calls it.
 */
final class AuthorizedRequesters {
    /** Senders that may ask for something. */
    enum Audience {
        /** Occupants with the role that the configuration asks for. */
        FOCUS,
        OCCUPANTS,
        /**
         * And the account's server, the rooms and their services, which keep the session alive and ask what it can do.
         */
        OCCUPANTS_AND_SERVERS
    }

    /** Occupants whose role is kept; a room of bridges has some hundred. */
    static final int MOST_KNOWN = 10_000;

    private final String domain;
    private final Set<? extends BareJid> rooms;
    private final ControlRole controlRole;
    private final Set<Jid> focuses = ConcurrentHashMap.newKeySet();

    /**
     * @param domain of the account
     * @param rooms where bridges are
     * @param controlRole what a focus must be there
     */
    AuthorizedRequesters(String domain, Set<? extends BareJid> rooms, ControlRole controlRole) {
        this.domain = domain;
        this.rooms = Set.copyOf(rooms);
        this.controlRole = controlRole;
    }

    /**
     * Returns whether the sender of a request is among those; null is the account's own server (RFC 6120 section
     * 8.1.2.1).
     */
    boolean isAmong(Audience audience, @Nullable Jid from) {
        return switch (audience) {
            case FOCUS -> isOccupant(from) && (controlRole == ControlRole.OCCUPANT || focuses.contains(from));
            case OCCUPANTS -> isOccupant(from);
            case OCCUPANTS_AND_SERVERS -> isOccupant(from) || isServer(from);
        };
    }

    private boolean isOccupant(@Nullable Jid from) {
        return from != null && from.hasResource() && rooms.contains(from.asBareJid());
    }

    private boolean isServer(@Nullable Jid from) {
        return from == null
                || rooms.contains(from)
                || (from.isDomainBareJid()
                        && (from.getDomain().toString().equals(domain)
                                || rooms.stream()
                                        .anyMatch(room -> room.getDomain().equals(from.getDomain()))));
    }

    /** An occupant came, changed or went. */
    void onPresence(Presence presence) {
        Jid from = presence.getFrom();
        if (controlRole == ControlRole.OCCUPANT || !isOccupant(from)) {
            return;
        }
        if (presence.getType() != Presence.Type.available || !isFocus(presence)) {
            focuses.remove(from);
        } else if (focuses.size() < MOST_KNOWN) {
            focuses.add(from);
        }
    }

    private boolean isFocus(Presence presence) {
        MUCUser user = MUCUser.from(presence);
        MUCItem item = user == null ? null : user.getItem();
        return item != null
                && (controlRole == ControlRole.MODERATOR
                        ? item.getRole() == MUCRole.moderator
                        : item.getAffiliation() == MUCAffiliation.owner);
    }

    /** Another session: rooms are joined again, and list their occupants again. */
    void clear() {
        focuses.clear();
    }
}
