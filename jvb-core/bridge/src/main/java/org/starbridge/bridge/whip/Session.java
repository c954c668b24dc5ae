package org.starbridge.bridge.whip;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.starbridge.bridge.whip.access.AccessControl;
import org.starbridge.bridge.whip.access.Purpose;
import org.starbridge.bridge.whip.viewer.EventStreams;

/** A publisher or a viewer, as a resource of its own. Final fields: any thread; the rest is guarded by the session. */
final class Session {
    /** Two clients that fight for a name by reconnecting at once get it for so long each. */
    private static final long KEPT_NS = TimeUnit.SECONDS.toNanos(10);

    private final String id;
    private final Purpose purpose;
    private final Holder holder;
    private final Offer offer;
    private final Rooms.Joined joined;
    private final long createdAtNs;
    private final EventStreams streams = new EventStreams();
    private boolean hasTakenOver;
    private long removedAtNs;
    private boolean isRemoved;
    private String localUfrag;
    private String remoteUfrag;

    /**
     * Client that made it.
     *
     * @param room as in the URL
     * @param token {@link AccessControl#ANYBODY} without one
     * @param address of the client
     */
    record Holder(String room, String token, String address) {
        /** Returns whether this is the same client: by its token, or, where none is needed, by its address. */
        boolean isSameClient(Holder other) {
            return token.equals(other.token) && (!token.equals(AccessControl.ANYBODY) || address.equals(other.address));
        }
    }

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

    /** It took the name of a session that might have been alive; not to be called after {@link Sessions#add}. */
    void tookOver() {
        hasTakenOver = true;
    }

    /** Returns whether it took the name of another session less than {@value #KEPT_NS} ns ago. */
    boolean keepsItsName(long nowNs) {
        return hasTakenOver && nowNs - createdAtNs < KEPT_NS;
    }

    /** Of a viewer. They end with it. */
    EventStreams streams() {
        return streams;
    }

    /** Returns how long its conference has been without it, as far as the sweep knows, which alone calls this. */
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
