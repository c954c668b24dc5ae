package org.starbridge.hammer.hostile;

import java.net.URI;
import java.time.Duration;
import java.util.UUID;
import org.starbridge.hammer.client.ScriptedEndpoint;
import org.starbridge.hammer.media.Codec;

/**
 * The connected endpoints from which authenticated attacks come.
 *
 * @param inside in the star's conference; gets its streams
 * @param elsewhere in a conference of its own
 * @param roaming in a conference of its own; its checks come from everywhere at once, which costs it its connection
 */
record AttackingEndpoints(ScriptedEndpoint inside, ScriptedEndpoint elsewhere, ScriptedEndpoint roaming)
        implements AutoCloseable {
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(30);

    /** Joins all three; blocks until they are connected. */
    static AttackingEndpoints join(URI bridge, String meetingId, Codec video) throws InterruptedException {
        return new AttackingEndpoints(
                ScriptedEndpoint.join(bridge, meetingId, false, video, JOIN_TIMEOUT),
                ScriptedEndpoint.join(bridge, UUID.randomUUID().toString(), true, video, JOIN_TIMEOUT),
                ScriptedEndpoint.join(bridge, UUID.randomUUID().toString(), true, video, JOIN_TIMEOUT));
    }

    @Override
    public void close() {
        inside.close();
        elsewhere.close();
        roaming.close();
    }
}
