package org.starbridge.hammer.client.link;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.link.LinkAssignment;

/** All links of a run, by the endpoints that are behind them. Immutable. */
public final class SharedLinks {
    private final LinkAssignment assignment;
    private final List<SharedLink> links;

    private SharedLinks(LinkAssignment assignment, List<SharedLink> links) {
        this.assignment = assignment;
        this.links = links;
    }

    /** Makes the links. */
    public static SharedLinks of(LinkAssignment assignment) {
        List<SharedLink> links = new ArrayList<>();
        for (int i = 0; i < assignment.links(); i++) {
            links.add(new SharedLink(i, Objects.requireNonNull(assignment.spec(i)), System.nanoTime()));
        }
        return new SharedLinks(assignment, links);
    }

    /** The link of an endpoint, by its number; null if it has none. */
    public @Nullable SharedLink of(int endpoint) {
        int link = assignment.linkOf(endpoint);
        return link < 0 ? null : links.get(link);
    }
}
