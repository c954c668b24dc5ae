package org.starbridge.bridge.tap;

import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.EndedConnection;
import org.starbridge.media.api.EndpointListener;
import org.starbridge.media.api.EndpointSpec;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.MappedAddress;
import org.starbridge.media.api.MediaEndpoint;
import org.starbridge.media.api.MediaPlane;
import org.starbridge.media.api.MediaStats;

/**
 * The media plane as conferences use it. Remembers each conference's newest forwarding table and the endpoints that
 * still exist, for those that tap them. Any thread.
 */
public final class ObservedMediaPlane implements MediaPlane {
    private final MediaPlane media;
    private final Map<String, ForwardingTable> tables = new ConcurrentHashMap<>();
    /** An endpoint is forgotten when its conference has let go of it. */
    private final Map<MediaEndpoint, String> ids = Collections.synchronizedMap(new WeakHashMap<>());

    public ObservedMediaPlane(MediaPlane media) {
        this.media = media;
    }

    @Override
    public MediaEndpoint addEndpoint(EndpointSpec spec, EndpointListener listener) {
        MediaEndpoint endpoint = media.addEndpoint(spec, listener);
        ids.put(endpoint, spec.endpointId());
        return endpoint;
    }

    @Override
    public int newParticipantKey() {
        return media.newParticipantKey();
    }

    @Override
    public void publish(ForwardingTable table) {
        if (table.transports().isEmpty()) {
            tables.remove(table.conferenceId());
        } else {
            tables.put(table.conferenceId(), table);
        }
        media.publish(table);
    }

    /** The newest table of a conference, by its bridge-local id; null if it has ended. */
    public @Nullable ForwardingTable table(String conferenceId) {
        return tables.get(conferenceId);
    }

    /** An endpoint and its Colibri2 id. */
    public record Known(MediaEndpoint endpoint, String id) {}

    /** The endpoint with this key; null if it is gone. Looks at all of them. */
    public @Nullable Known endpoint(int key) {
        synchronized (ids) {
            for (Map.Entry<MediaEndpoint, String> entry : ids.entrySet()) {
                if (entry.getKey().key() == key) {
                    return new Known(entry.getKey(), entry.getValue());
                }
            }
        }
        return null;
    }

    @Override
    public List<InetSocketAddress> localAddresses() {
        return media.localAddresses();
    }

    @Override
    public List<MappedAddress> mappedAddresses() {
        return media.mappedAddresses();
    }

    @Override
    public List<EndedConnection> ended() {
        return media.ended();
    }

    @Override
    public MediaStats stats() {
        return media.stats();
    }
}
