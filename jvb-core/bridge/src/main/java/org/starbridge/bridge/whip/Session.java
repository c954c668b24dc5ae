package org.starbridge.bridge.whip;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.starbridge.bridge.whip.access.AccessControl;
import org.starbridge.bridge.whip.access.Purpose;
import org.starbridge.bridge.whip.viewer.EventStreams;

/** A publisher or a viewer, as a resource of its own. Final fields: any thread; the rest is guarded by the session. */
final class Session {
    private final String id;
    private final Purpose purpose;
    private final Holder holder;
    private final Offer offer;
    private final Rooms.Joined joined;
    private final long createdAtNs;
    private final EventStreams streams = new EventStreams();
    private long removedAtNs;
    private boolean isRemoved;
    private String localUfrag;
    private String remoteUfrag;

    /**
     * Who made it.
     *
     * @param room as in the URL
     * @param token {@link AccessControl#ANYBODY} without one
     * @param address of the client
     */
    record Holder(String room, String token, String address) {}

    /** @param id 128 random bits in hex */
    Session(String id, Purpose purpose, Holder holder, Offer offer, Rooms.Joined joined, long createdAtNs) {
        this.id = id;
        this.purpose = purpose;
        this.holder = holder;
        this.offer = offer;
        this.joined = joined;
        this.createdAtNs = createdAtNs;
        this.localUfrag = String.valueOf(joined.local().ufrag());
        this.remoteUfrag = String.valueOf(offer.transport().ufrag());
    }

    String id() {
        return id;
    }

    Purpose purpose() {
        return purpose;
    }

    Holder holder() {
        return holder;
    }

    Offer offer() {
        return offer;
    }

    Rooms.Joined joined() {
        return joined;
    }

    long createdAtNs() {
        return createdAtNs;
    }

    /** Of a viewer. They end with it. */
    EventStreams streams() {
        return streams;
    }

    /** How long its conference has been without it, as far as the sweep knows, which alone calls it. */
    long removedForNs(long nowNs) {
        removedAtNs = isRemoved ? removedAtNs : nowNs;
        isRemoved = true;
        return nowNs - removedAtNs;
    }

    /** Its URL's path. */
    String path() {
        String room = URLEncoder.encode(holder.room(), StandardCharsets.UTF_8); // a room has no blanks
        return "/" + purpose.path() + "/" + room + "/" + id;
    }

    /** A strong tag that names the ICE session (RFC 9725 section 4.3.1): our user fragment. */
    String etag() {
        return "\"" + localUfrag + "\"";
    }

    String remoteUfrag() {
        return remoteUfrag;
    }

    void restarted(String newLocalUfrag, String newRemoteUfrag) {
        localUfrag = newLocalUfrag;
        remoteUfrag = newRemoteUfrag;
    }
}
