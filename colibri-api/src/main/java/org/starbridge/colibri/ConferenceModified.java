package org.starbridge.colibri;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a {@link ConferenceModify} that succeeded.
 *
 * @param endpoints one for each endpoint of the request, in order
 * @param relays one for each relay of the request, in order
 * @param sources the SSRCs the bridge itself uses in RTCP ({@code jvb-a0}, {@code jvb-v0}); null unless something was
 *     created
 */
public record ConferenceModified(
        List<EndpointModified> endpoints,
        List<RelayModified> relays,
        @Nullable List<MediaSource> sources) {

    public ConferenceModified {
        endpoints = List.copyOf(endpoints);
        relays = List.copyOf(relays);
        sources = Checks.copyOrNull(sources);
    }
}
