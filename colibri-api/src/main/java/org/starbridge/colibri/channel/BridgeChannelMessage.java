package org.starbridge.colibri.channel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.VideoType;

/**
 * A message on the bridge channel, in either direction. Each record is named as its {@code colibriClass}; which side
 * may send what is the receiver's business.
 */
public sealed interface BridgeChannelMessage {

    /** Asks for a {@link ServerHello}; for tests of the channel. */
    record ClientHello() implements BridgeChannelMessage {}

    /**
     * The bridge's greeting.
     *
     * @param version the bridge's version; null unless it is configured to tell
     */
    record ServerHello(@Nullable String version) implements BridgeChannelMessage {}

    /**
     * Constraints on what a client wants to receive. Null means unchanged; a list or map replaces the earlier one
     * entirely.
     *
     * @param lastN most video sources; -1 unlimited, 0 none
     * @param selectedSources to be preferred, in this order
     * @param onStageSources to be preferred above the selected
     * @param defaultConstraints for sources that are not in {@code constraints}
     * @param constraints by source name
     * @param assumedBandwidthBps overrides the bandwidth estimate where the bridge allows it; negative: does not
     */
    record ReceiverVideoConstraints(
            @Nullable Integer lastN,
            @Nullable List<String> selectedSources,
            @Nullable List<String> onStageSources,
            @Nullable VideoConstraint defaultConstraints,
            @Nullable Map<String, VideoConstraint> constraints,
            @Nullable Long assumedBandwidthBps)
            implements BridgeChannelMessage {

        public ReceiverVideoConstraints {
            if (lastN != null) {
                requireLastN(lastN);
            }
            selectedSources = selectedSources == null ? null : List.copyOf(selectedSources);
            onStageSources = onStageSources == null ? null : List.copyOf(onStageSources);
            constraints = constraints == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(constraints));
        }

        /** Asks for every source at any size. */
        public static ReceiverVideoConstraints everything() {
            return new ReceiverVideoConstraints(-1, null, null, VideoConstraint.UNLIMITED, null, null);
        }
    }

    /** The older way to set Last-N: -1 unlimited, 0 none. */
    record LastNChangedEvent(int lastN) implements BridgeChannelMessage {
        public LastNChangedEvent {
            requireLastN(lastN);
        }
    }

    /** Tells a receiver which video sources it is sent, by name. */
    record ForwardedSources(List<String> forwardedSources) implements BridgeChannelMessage {
        public ForwardedSources {
            forwardedSources = List.copyOf(forwardedSources);
        }
    }

    /**
     * The largest height in which any receiver wants a source, for its owner.
     *
     * @param sourceName the source
     * @param maxHeight pixels of the smaller dimension; -1 unlimited, 0 if no receiver wants it
     */
    record SenderSourceConstraints(String sourceName, int maxHeight) implements BridgeChannelMessage {}

    /** New or changed video mappings of a receiver whose SSRCs are rewritten; the others stay. */
    record VideoSourcesMap(List<MappedVideoSource> mappedSources) implements BridgeChannelMessage {
        public VideoSourcesMap {
            mappedSources = List.copyOf(mappedSources);
        }
    }

    /** New or changed audio mappings of a receiver whose SSRCs are rewritten; the others stay. */
    record AudioSourcesMap(List<MappedAudioSource> mappedSources) implements BridgeChannelMessage {
        public AudioSourcesMap {
            mappedSources = List.copyOf(mappedSources);
        }
    }

    /**
     * Change of the dominant speaker.
     *
     * @param dominantSpeakerEndpoint endpoint id
     * @param previousSpeakers endpoint ids, most recent first
     * @param silence no endpoint speaks at the moment
     */
    record DominantSpeakerEndpointChangeEvent(
            String dominantSpeakerEndpoint, List<String> previousSpeakers, boolean silence)
            implements BridgeChannelMessage {
        public DominantSpeakerEndpointChangeEvent {
            previousSpeakers = List.copyOf(previousSpeakers);
        }
    }

    /** Change in whether the bridge hears from an endpoint ({@code active} is a string on the wire). */
    record EndpointConnectivityStatusChangeEvent(String endpoint, boolean active) implements BridgeChannelMessage {}

    /**
     * From client to client, opaque to the bridge.
     *
     * @param to receiving endpoint; blank means all; null when not given
     * @param from sender, set by the bridge; null on the way to it
     * @param fields every other field, {@code msgPayload} among them, untouched; not to be changed
     */
    record EndpointMessage(@Nullable String to, @Nullable String from, ObjectNode fields)
            implements BridgeChannelMessage {

        /** The same message with its sender filled in. */
        public EndpointMessage withFrom(String sender) {
            return new EndpointMessage(to, sender, fields);
        }
    }

    /**
     * A client's statistics for the other clients, opaque to the bridge.
     *
     * @param from sender, set by the bridge; null on the way to it
     * @param fields every other field, untouched; not to be changed
     */
    record EndpointStats(@Nullable String from, ObjectNode fields) implements BridgeChannelMessage {

        /** The same message with its sender filled in. */
        public EndpointStats withFrom(String sender) {
            return new EndpointStats(sender, fields);
        }
    }

    /**
     * Content of a source of the sender from now on; may arrive before the source is declared.
     *
     * @param sourceName the source
     * @param videoType what it shows; {@code NONE} and {@code DISABLED} mute it
     * @param endpointId its owner, only between bridges; else null
     */
    record SourceVideoTypeMessage(
            String sourceName,
            VideoType videoType,
            @Nullable String endpointId) implements BridgeChannelMessage {}

    /** The older form, about the sender's source {@code <endpoint>-v0}. */
    record VideoTypeMessage(VideoType videoType) implements BridgeChannelMessage {}

    /**
     * Audio sources that a client wants: {@code exclude} beats {@code include} beats {@code all}. The older form with
     * {@code mode} and {@code list} is read into the same fields.
     *
     * @param all every source that is not named
     * @param include names of wanted sources
     * @param exclude names of unwanted sources
     */
    record ReceiverAudioSubscription(boolean all, List<String> include, List<String> exclude)
            implements BridgeChannelMessage {
        public ReceiverAudioSubscription {
            include = List.copyOf(include);
            exclude = List.copyOf(exclude);
        }
    }

    /** The bridge's estimate of what the receiver's downlink can carry, in bit/s. */
    record ConnectionStats(long estimatedDownlinkBandwidthBps) implements BridgeChannelMessage {}

    /**
     * Starbridge's own: a client subscribes to the quality of all connections, or ends the subscription.
     *
     * @param enabled whether it does
     */
    record ConnectionQualitySubscription(boolean enabled) implements BridgeChannelMessage {}

    /**
     * Starbridge's own, for clients that asked: how good connections are, as the bridge sees them.
     *
     * @param endpoints 0 (unusable) to 100 (flawless) by endpoint id: those whose value changed since the last such
     *     message
     */
    record ConnectionQuality(Map<String, Integer> endpoints) implements BridgeChannelMessage {
        public ConnectionQuality {
            endpoints = Collections.unmodifiableMap(new LinkedHashMap<>(endpoints));
        }
    }

    /**
     * Starbridge's own: the bridge did not forward a message of this client.
     *
     * @param refusedClass the message's {@code colibriClass}
     * @param lengthBytes how long it was, in UTF-8 and with its sender
     * @param maxLengthBytes how long it may be
     */
    record MessageRefused(String refusedClass, int lengthBytes, int maxLengthBytes) implements BridgeChannelMessage {}

    /**
     * Change in whether a synthetic source, such as a translation, sends.
     *
     * @param sourceName the source
     * @param sending whether it does from now on
     * @param rtpTimestamp from which RTP timestamp on, 0 to 2^32-1
     */
    record SyntheticSourceSendingChangeEvent(String sourceName, boolean sending, long rtpTimestamp)
            implements BridgeChannelMessage {
        public SyntheticSourceSendingChangeEvent {
            MappedAudioSource.requireSsrc("timestamp", rtpTimestamp); // the same range
        }
    }

    /**
     * Between bridges: receivers of one bridge want at most this of a source of the other.
     *
     * @param bridgeId relay id of the bridge that asks
     * @param sourceName the source
     * @param videoConstraints the most that any of its receivers wants
     */
    record AddReceiver(String bridgeId, String sourceName, VideoConstraint videoConstraints)
            implements BridgeChannelMessage {}

    /**
     * Between bridges: no receiver at one bridge wants a source of an endpoint at the other.
     *
     * @param bridgeId relay id of the bridge that asks
     * @param endpointId owner of the sources
     */
    record RemoveReceiver(String bridgeId, String endpointId) implements BridgeChannelMessage {}

    /** The {@code colibriClass} of this message. */
    default String colibriClass() {
        return this instanceof Unknown(String name) ? name : getClass().getSimpleName();
    }

    /** A well-formed message of a class that is not known here. */
    record Unknown(String colibriClass) implements BridgeChannelMessage {}

    private static void requireLastN(int lastN) {
        if (lastN < -1) {
            throw new IllegalArgumentException("lastN " + lastN + ": expected -1 or more");
        }
    }
}
