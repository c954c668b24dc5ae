package org.starbridge.control.export.conference;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.participant.FeedbackSsrcs;
import org.starbridge.control.selection.SyntheticPlacement;
import org.starbridge.media.api.ApplicationData;
import org.starbridge.media.api.EndpointListener;
import org.starbridge.media.api.EndpointSpec;
import org.starbridge.media.api.MediaEndpoint;
import org.starbridge.media.api.OverloadedException;
import org.starbridge.transport.ice.IceRole;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.srtp.SrtpProfile;

/**
 * The synthetic sources of one conference that this bridge makes of audio that services send. Their packets come from
 * an endpoint of the bridge's own in the media plane, which has no peer. Packets and talk come from any thread; the
 * rest is guarded by the conference's lock.
 */
final class SyntheticAudio {
    /** Id in debug output; no endpoint can have it. */
    private static final String ENDPOINT_ID = "(synthetic audio)";

    private final String conferenceId;
    private final FeedbackSsrcs feedback;
    private final ConferenceConfig config;
    private final ConferenceEnvironment environment;
    private @Nullable MediaEndpoint endpoint;
    private Set<String> made = Set.of();
    /** By name; guarded by itself. */
    private final Map<String, SyntheticStream> streams = new HashMap<>();
    /** Null while nothing can be sent; guarded by {@link #streams}. */
    private @Nullable MediaEndpoint sender;

    SyntheticAudio(
            String conferenceId, FeedbackSsrcs feedback, ConferenceConfig config, ConferenceEnvironment environment) {
        this.conferenceId = conferenceId;
        this.feedback = feedback;
        this.config = config;
        this.environment = environment;
    }

    /** Sets the sources that this bridge makes. Returns whether that changes forwarding. */
    boolean makes(Set<String> names) {
        boolean isChange = !made.equals(names);
        made = Set.copyOf(names);
        return isChange;
    }

    /** Senders of synthetic sources. None while the media workers cannot provide one. */
    SyntheticPlacement placement() {
        if (endpoint == null && !made.isEmpty()) {
            try {
                endpoint = environment.media().addEndpoint(spec(), new WithoutPeer());
            } catch (OverloadedException _) {
                return SyntheticPlacement.NONE;
            }
        }
        MediaEndpoint own = endpoint;
        return new SyntheticPlacement(own == null ? null : own.key(), made);
    }

    private EndpointSpec spec() {
        return new EndpointSpec(
                conferenceId,
                ENDPOINT_ID,
                config.transport().credentials(environment.random()),
                IceRole.CONTROLLING,
                environment.identity().get(),
                feedback.audio(),
                feedback.video(),
                ApplicationData.IGNORED,
                false);
    }

    /**
     * The sources of the conference were selected.
     *
     * @param ssrcs SSRCs of all synthetic sources by name
     */
    void onSelected(Map<String, Integer> ssrcs) {
        synchronized (streams) {
            sender = endpoint;
            streams.entrySet()
                    .removeIf(known ->
                            !made.contains(known.getKey()) || !isSsrc(ssrcs, known.getKey(), known.getValue()));
            ssrcs.forEach((name, ssrc) -> {
                if (made.contains(name)) {
                    streams.computeIfAbsent(name, _ -> new SyntheticStream(ssrc, SyntheticPlacement.PAYLOAD_TYPE));
                }
            });
        }
    }

    private static boolean isSsrc(Map<String, Integer> ssrcs, String name, SyntheticStream stream) {
        Integer ssrc = ssrcs.get(name);
        return ssrc != null && ssrc == stream.ssrc();
    }

    /** The timestamp that receivers get for one of the service; -1 if there is no such source. */
    long timestamp(long connection, String sourceName, long timestamp) {
        synchronized (streams) {
            SyntheticStream stream = streams.get(sourceName);
            return stream == null
                    ? -1
                    : stream.timestamp(
                            connection, timestamp, environment.clockNs().getAsLong());
        }
    }

    /** Sends a packet. False if there is no such source, or the media worker has too much to do. */
    boolean send(long connection, String sourceName, long chunk, long timestamp, byte[] payload) {
        synchronized (streams) {
            SyntheticStream stream = streams.get(sourceName);
            if (stream == null || sender == null) {
                return false;
            }
            byte[] packet = stream.packet(
                    connection, chunk, timestamp, payload, environment.clockNs().getAsLong());
            return sender.inject(packet, stream.extSeq());
        }
    }

    /** The endpoint that is to be released; null if there is none. */
    @Nullable
    MediaEndpoint end() {
        MediaEndpoint ended = endpoint;
        endpoint = null;
        made = Set.of();
        synchronized (streams) {
            streams.clear();
            sender = null;
        }
        return ended;
    }

    /** Its ICE and DTLS never begin. */
    private static final class WithoutPeer implements EndpointListener {
        @Override
        public void onIceState(IceState state) {}

        @Override
        public void onDtlsConnected(SrtpProfile profile) {}

        @Override
        public void onDtlsFailed(String reason) {}
    }
}
