package org.starbridge.colibri;

import java.util.List;

/**
 * One camera, microphone or screen with the SSRCs that carry it.
 *
 * @param kind audio or video in practice
 * @param id name of the source ({@code 1a2b3c4d-v0}); not blank
 * @param synthetic audio injected by the bridge, forwarded only to endpoints that ask for it by name
 * @param sources its SSRCs, retransmission included
 * @param ssrcGroups how the SSRCs belong together
 */
public record MediaSource(
        MediaKind kind, String id, boolean synthetic, List<Source> sources, List<SsrcGroup> ssrcGroups) {

    public MediaSource {
        Checks.notBlank("media-source id", id);
        sources = List.copyOf(sources);
        ssrcGroups = List.copyOf(ssrcGroups);
    }
}
