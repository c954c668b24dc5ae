package org.starbridge.media.demux;

import org.jspecify.annotations.Nullable;
import org.starbridge.transport.ice.Tuple;

/** The tuples of one worker's own endpoints: learned and forgotten here and, by announcement, by all other workers. */
public final class AnnouncedTuples {
    private final KnownTuples known;
    private final AddressAnnouncements announcements;

    public AnnouncedTuples(KnownTuples known, AddressAnnouncements announcements) {
        this.known = known;
        this.announcements = announcements;
    }

    /** The route of a datagram's two addresses in native memory, or null. */
    public @Nullable Route find(long addresses) {
        return known.find(addresses);
    }

    /** The route of a tuple, or null. */
    public @Nullable Route find(Tuple tuple) {
        return known.find(tuple);
    }

    /** The tuple is this route's from now on. */
    public void learn(Tuple tuple, Route route) {
        known.learn(tuple, route);
        announcements.announce(tuple, route);
    }

    /** The tuple is not this route's any more; if it is another's by now, it stays so. */
    public void forget(Tuple tuple, Route route) {
        if (route.equals(known.find(tuple))) {
            known.forget(tuple, route);
            announcements.forget(tuple, route);
        }
    }
}
