package org.starbridge.colibri;

import org.jspecify.annotations.Nullable;

/**
 * Answer of a bridge about one endpoint.
 *
 * @param id the endpoint
 * @param expire it is gone
 * @param transport the bridge's side, when the endpoint was created or its ICE restarted; else null
 */
public record EndpointModified(
        String id, boolean expire, @Nullable Transport transport) {
    public EndpointModified {
        Checks.notBlank("endpoint id", id);
    }
}
