package org.starbridge.control.selection;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.lastn.ReceiverConstraints;

/**
 * Link of a member that is a relay to another bridge, as selection knows it.
 *
 * @param meshId the mesh that it belongs to, or null. What comes over a relay does not go out over another one of the
 *     same mesh, because the bridges of a mesh are connected directly
 * @param maxHeightsPx up to which height in pixels the other bridge wants a video source, by name: 0 or absent is not
 *     at all, {@link ReceiverConstraints#UNLIMITED} is the whole source. Null before it has said anything: then it gets
 *     everything
 */
public record RelayLink(@Nullable String meshId, @Nullable Map<String, Integer> maxHeightsPx) {
    public RelayLink {
        maxHeightsPx = maxHeightsPx == null ? null : Map.copyOf(maxHeightsPx);
    }

    /** Returns whether media of the other relay does not go out over this one. */
    boolean isInMeshOf(RelayLink other) {
        return meshId == null ? other.meshId == null : meshId.equals(other.meshId);
    }

    int maxHeightPx(String sourceName) {
        return maxHeightsPx == null ? ReceiverConstraints.UNLIMITED : maxHeightsPx.getOrDefault(sourceName, 0);
    }

    /** Returns whether it matters how high the encodings of sources are. */
    public boolean limitsHeights() {
        return maxHeightsPx != null && maxHeightsPx.values().stream().anyMatch(heightPx -> heightPx > 0);
    }
}
