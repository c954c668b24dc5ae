package org.starbridge.hammer.link;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Assignment of endpoints to links. Links are numbered from 0. Endpoints are numbered as in the run, senders first.
 * Immutable.
 */
public final class LinkAssignment {
    /** No endpoint is behind a link. */
    public static final LinkAssignment NONE = new LinkAssignment(new int[0], List.of());

    private static final int NO_LINK = -1;

    private final int[] linkOf;
    private final List<LinkSpec> specs;
    /** The endpoint's part, by its number: of its own, or its link's. */
    private final int[] units;

    private LinkAssignment(int[] linkOf, List<LinkSpec> specs) {
        this.linkOf = linkOf;
        this.specs = List.copyOf(specs);
        units = new int[linkOf.length];
        int[] unitOfLink = new int[specs.size()];
        Arrays.fill(unitOfLink, -1);
        int next = 0;
        for (int i = 0; i < linkOf.length; i++) {
            int link = linkOf[i];
            if (link == NO_LINK) {
                units[i] = next++;
            } else {
                unitOfLink[link] = unitOfLink[link] < 0 ? next++ : unitOfLink[link];
                units[i] = unitOfLink[link];
            }
        }
    }

    /**
     * Assigns endpoints to links. Each kind of link takes its endpoints from those that the kinds before it left.
     *
     * @param receivers endpoints that only receive
     * @throws IllegalArgumentException if a kind of link gets no endpoint
     */
    public static LinkAssignment of(List<LinkSpec> kinds, int senders, int receivers) {
        int[] linkOf = new int[senders + receivers];
        Arrays.fill(linkOf, NO_LINK);
        List<LinkSpec> specs = new ArrayList<>();
        for (LinkSpec kind : kinds) {
            int from = kind.side() == LinkSpec.Side.RECEIVERS && receivers > 0 ? senders : 0;
            int to = kind.side() == LinkSpec.Side.SENDERS ? senders : senders + receivers;
            int left = kind.of(to - from);
            int inGroup = 0;
            int given = 0;
            for (int i = from; i < to && given < left; i++) {
                if (linkOf[i] == NO_LINK) {
                    if (inGroup == 0) {
                        specs.add(kind);
                    }
                    linkOf[i] = specs.size() - 1;
                    inGroup = (inGroup + 1) % kind.group();
                    given++;
                }
            }
            if (given == 0) {
                throw new IllegalArgumentException(
                        "--link " + kind.text() + ": no endpoint is left for this link; use share="
                                + " or count= in the links before it, or add endpoints");
            }
        }
        return new LinkAssignment(linkOf, specs);
    }

    /** Returns whether no endpoint is behind a link. */
    public boolean isEmpty() {
        return specs.isEmpty();
    }

    /** The number of the endpoint's link; -1 if it has none. */
    public int linkOf(int endpoint) {
        return endpoint < linkOf.length ? linkOf[endpoint] : NO_LINK;
    }

    /** Returns the properties of a link; null for -1. */
    public @Nullable LinkSpec spec(int link) {
        return link == NO_LINK ? null : specs.get(link);
    }

    /** Returns the number of links. */
    public int links() {
        return specs.size();
    }

    /** Returns the number of endpoints behind a link. */
    public int endpoints() {
        return (int) Arrays.stream(linkOf).filter(link -> link != NO_LINK).count();
    }

    /**
     * Returns which of {@code drivers}, at most {@link #units}, owns the endpoint: all endpoints of a link have the
     * same one.
     */
    public int driverOf(int endpoint, int drivers) {
        return (endpoint < units.length ? units[endpoint] : endpoint) % drivers;
    }

    /** Into how many parts {@code endpoints} endpoints can be divided without a link in two of them. */
    public int units(int endpoints) {
        return endpoints - endpoints() + links();
    }
}
