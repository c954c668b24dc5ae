package org.starbridge.colibri;

import org.jspecify.annotations.Nullable;

/**
 * Answer of a bridge about one relay.
 *
 * @param id the relay
 * @param expire it is gone
 * @param transport the bridge's side, when the relay was created; else null
 */
public record RelayModified(
        String id, boolean expire, @Nullable Transport transport) {
    public RelayModified {
        Checks.notBlank("relay id", id);
    }
}
