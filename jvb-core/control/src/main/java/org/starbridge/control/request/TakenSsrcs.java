package org.starbridge.control.request;

import java.util.HashSet;
import java.util.Set;

/**
 * SSRCs that an endpoint cannot have.
 *
 * @param bridge of the bridge, ever
 * @param others of other participants, as long as those have them
 */
public record TakenSsrcs(Set<Integer> bridge, Set<Integer> others) {
    Set<Integer> all() {
        Set<Integer> all = new HashSet<>(bridge);
        all.addAll(others);
        return all;
    }
}
