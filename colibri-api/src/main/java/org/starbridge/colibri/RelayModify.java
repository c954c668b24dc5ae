package org.starbridge.colibri;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Part of a request about the link to another bridge.
 *
 * @param id relay id of the other bridge; not blank
 * @param create the relay must not exist yet
 * @param expire remove the relay
 * @param meshId which mesh the relay belongs to; null when not given
 * @param medias payload types and header extensions of the link
 * @param transport ICE and DTLS of the link; null means no change
 * @param sources sources of the other bridge itself; null means no change
 * @param endpoints endpoints behind the relay; null means no change
 */
public record RelayModify(
        String id,
        boolean create,
        boolean expire,
        @Nullable String meshId,
        List<Media> medias,
        @Nullable Transport transport,
        @Nullable List<MediaSource> sources,
        @Nullable List<EndpointModify> endpoints) {

    public RelayModify {
        Checks.notBlank("relay id", id);
        medias = List.copyOf(medias);
        sources = Checks.copyOrNull(sources);
        endpoints = Checks.copyOrNull(endpoints);
    }
}
