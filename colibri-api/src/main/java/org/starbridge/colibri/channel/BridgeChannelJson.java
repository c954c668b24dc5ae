package org.starbridge.colibri.channel;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.VideoType;
import org.starbridge.colibri.channel.BridgeChannelMessage.AddReceiver;
import org.starbridge.colibri.channel.BridgeChannelMessage.AudioSourcesMap;
import org.starbridge.colibri.channel.BridgeChannelMessage.ClientHello;
import org.starbridge.colibri.channel.BridgeChannelMessage.ConnectionQuality;
import org.starbridge.colibri.channel.BridgeChannelMessage.ConnectionQualitySubscription;
import org.starbridge.colibri.channel.BridgeChannelMessage.ConnectionStats;
import org.starbridge.colibri.channel.BridgeChannelMessage.DominantSpeakerEndpointChangeEvent;
import org.starbridge.colibri.channel.BridgeChannelMessage.EndpointConnectivityStatusChangeEvent;
import org.starbridge.colibri.channel.BridgeChannelMessage.EndpointMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.EndpointStats;
import org.starbridge.colibri.channel.BridgeChannelMessage.ForwardedSources;
import org.starbridge.colibri.channel.BridgeChannelMessage.LastNChangedEvent;
import org.starbridge.colibri.channel.BridgeChannelMessage.MessageRefused;
import org.starbridge.colibri.channel.BridgeChannelMessage.ReceiverAudioSubscription;
import org.starbridge.colibri.channel.BridgeChannelMessage.ReceiverVideoConstraints;
import org.starbridge.colibri.channel.BridgeChannelMessage.RemoveReceiver;
import org.starbridge.colibri.channel.BridgeChannelMessage.SenderSourceConstraints;
import org.starbridge.colibri.channel.BridgeChannelMessage.ServerHello;
import org.starbridge.colibri.channel.BridgeChannelMessage.SourceVideoTypeMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.SyntheticSourceSendingChangeEvent;
import org.starbridge.colibri.channel.BridgeChannelMessage.Unknown;
import org.starbridge.colibri.channel.BridgeChannelMessage.VideoSourcesMap;
import org.starbridge.colibri.channel.BridgeChannelMessage.VideoTypeMessage;
import org.starbridge.colibri.json.JsonCursor;
import org.starbridge.colibri.json.JsonFaultException;
import org.starbridge.colibri.json.StrictJson;

/**
 * Turns bridge channel messages into JSON text and back. Reading is lenient about fields that are not known and strict
 * about the types of those that are; a field that occurs twice is refused. Stateless; any thread.
 */
public final class BridgeChannelJson {
    /** Longest message that {@link #parse(String)} reads, in characters: a source map of several hundred entries. */
    public static final int DEFAULT_MAX_MESSAGE_CHARS = 128 * 1024;

    /** No caller can raise the bound above this. */
    private static final int HARD_MAX_CHARS = 16 << 20;

    private static final String CLASS = "colibriClass";
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final StrictJson JSON = new StrictJson(HARD_MAX_CHARS, HARD_MAX_CHARS);

    private BridgeChannelJson() {}

    /** Reads a message of at most {@link #DEFAULT_MAX_MESSAGE_CHARS}. */
    public static BridgeChannelMessage parse(String text) throws MalformedMessageException {
        return parse(text, DEFAULT_MAX_MESSAGE_CHARS);
    }

    /**
     * Reads a message.
     *
     * @throws MalformedMessageException whatever is wrong with {@code text}; nothing else is thrown
     */
    public static BridgeChannelMessage parse(String text, int maxChars) throws MalformedMessageException {
        if (text.length() > maxChars) {
            throw new MalformedMessageException(
                    "message: expected at most " + maxChars + " characters, got " + text.length());
        }
        try {
            JsonCursor message = JSON.read(text);
            return message.build(() -> read(message));
        } catch (JsonFaultException e) {
            throw new MalformedMessageException(e.sentence());
        }
    }

    private static BridgeChannelMessage read(JsonCursor message) {
        String colibriClass = message.require(CLASS).string();
        return switch (colibriClass) {
            case "EndpointMessage" ->
                new EndpointMessage(
                        message.optional("to", JsonCursor::string),
                        message.optional("from", JsonCursor::string),
                        fieldsWithout(message, CLASS, "to", "from"));
            case "EndpointStats" ->
                new EndpointStats(message.optional("from", JsonCursor::string), fieldsWithout(message, CLASS, "from"));
            default -> readOwn(colibriClass, message.withoutNulls());
        };
    }

    /** Messages that the bridge itself understands; clients may write an absent field as null. */
    private static BridgeChannelMessage readOwn(String colibriClass, JsonCursor at) {
        return switch (colibriClass) {
            case "ClientHello" -> new ClientHello();
            case "ServerHello" -> new ServerHello(at.optional("version", JsonCursor::string));
            case "ReceiverVideoConstraints" -> receiverVideoConstraints(at);
            case "LastNChangedEvent" ->
                new LastNChangedEvent(at.require("lastN").intNumber());
            case "ForwardedSources" ->
                new ForwardedSources(at.require("forwardedSources").entries(JsonCursor::string));
            case "SenderSourceConstraints" ->
                new SenderSourceConstraints(
                        at.require("sourceName").string(),
                        at.require("maxHeight").intNumber());
            case "VideoSourcesMap" ->
                new VideoSourcesMap(at.require("mappedSources").entries(BridgeChannelJson::mappedVideo));
            case "AudioSourcesMap" ->
                new AudioSourcesMap(at.require("mappedSources").entries(BridgeChannelJson::mappedAudio));
            case "DominantSpeakerEndpointChangeEvent" ->
                new DominantSpeakerEndpointChangeEvent(
                        at.require("dominantSpeakerEndpoint").string(),
                        at.list("previousSpeakers", JsonCursor::string),
                        at.flag("silence", false));
            case "EndpointConnectivityStatusChangeEvent" -> connectivity(at);
            case "SourceVideoTypeMessage" ->
                new SourceVideoTypeMessage(
                        at.require("sourceName").string(),
                        at.require("videoType").constant(VideoType.class),
                        at.optional("endpointId", JsonCursor::string));
            case "VideoTypeMessage" ->
                new VideoTypeMessage(at.require("videoType").constant(VideoType.class));
            case "SyntheticSourceSendingChangeEvent" ->
                at.build(() -> new SyntheticSourceSendingChangeEvent(
                        at.require("sourceName").string(),
                        at.flag("sending", false),
                        at.require("timestamp").longNumber()));
            case "AddReceiver" ->
                new AddReceiver(
                        at.require("bridgeId").string(),
                        at.require("sourceName").string(),
                        constraint(at.require("videoConstraints")));
            case "RemoveReceiver" ->
                new RemoveReceiver(
                        at.require("bridgeId").string(),
                        at.require("endpointId").string());
            case "ReceiverAudioSubscription" -> audioSubscription(at);
            case "ConnectionStats" ->
                new ConnectionStats(at.require("estimatedDownlinkBandwidth").longNumber());
            case "ConnectionQualitySubscription" -> new ConnectionQualitySubscription(at.flag("enabled", false));
            case "ConnectionQuality" ->
                new ConnectionQuality(at.require("endpoints").members(JsonCursor::intNumber));
            case "MessageRefused" ->
                new MessageRefused(
                        at.require("refusedClass").string(),
                        at.require("lengthBytes").intNumber(),
                        at.require("maxLengthBytes").intNumber());
            default -> new Unknown(colibriClass);
        };
    }

    private static ReceiverVideoConstraints receiverVideoConstraints(JsonCursor at) {
        return new ReceiverVideoConstraints(
                at.optional("lastN", JsonCursor::intNumber),
                at.listOrNull("selectedSources", JsonCursor::string),
                at.listOrNull("onStageSources", JsonCursor::string),
                at.optional("defaultConstraints", BridgeChannelJson::constraint),
                at.optional("constraints", map -> map.members(BridgeChannelJson::constraint)),
                at.optional("assumedBandwidthBps", JsonCursor::longNumber));
    }

    private static VideoConstraint constraint(JsonCursor at) {
        Double maxFrameRate = at.optional("maxFrameRate", JsonCursor::doubleNumber);
        return at.build(() ->
                new VideoConstraint(at.require("maxHeight").intNumber(), maxFrameRate == null ? -1 : maxFrameRate));
    }

    private static EndpointConnectivityStatusChangeEvent connectivity(JsonCursor at) {
        JsonCursor active = at.require("active");
        boolean isActive = switch (active.string()) {
            case "true" -> true;
            case "false" -> false;
            default -> throw active.expected("\"true\" or \"false\"");
        };
        return new EndpointConnectivityStatusChangeEvent(at.require("endpoint").string(), isActive);
    }

    private static ReceiverAudioSubscription audioSubscription(JsonCursor at) {
        JsonCursor mode = at.find("mode");
        if (mode == null) {
            return new ReceiverAudioSubscription(
                    at.flag("all", false),
                    at.list("include", JsonCursor::string),
                    at.list("exclude", JsonCursor::string));
        }
        List<String> names = at.list("list", JsonCursor::string);
        return switch (mode.string()) {
            case "All" -> new ReceiverAudioSubscription(true, List.of(), List.of());
            case "None" -> new ReceiverAudioSubscription(false, List.of(), List.of());
            case "Include" -> new ReceiverAudioSubscription(false, names, List.of());
            case "Exclude" -> new ReceiverAudioSubscription(true, List.of(), names);
            default -> throw mode.expected("one of All, None, Include, Exclude");
        };
    }

    private static MappedVideoSource mappedVideo(JsonCursor at) {
        return at.build(() -> new MappedVideoSource(
                at.require("source").string(),
                at.require("owner").string(),
                at.require("ssrc").longNumber(),
                at.require("rtx").longNumber(),
                at.require("videoType").constant(VideoType.class),
                at.optional("mid", JsonCursor::string)));
    }

    private static MappedAudioSource mappedAudio(JsonCursor at) {
        return at.build(() -> new MappedAudioSource(
                at.require("source").string(),
                at.require("owner").string(),
                at.require("ssrc").longNumber(),
                at.optional("mid", JsonCursor::string)));
    }

    private static ObjectNode fieldsWithout(JsonCursor at, String... keys) {
        ObjectNode fields = NODES.objectNode();
        fields.setAll((ObjectNode) at.node());
        fields.remove(List.of(keys));
        return fields;
    }

    /** The JSON text of a message. An {@link Unknown} is written with its class only. */
    public static String write(BridgeChannelMessage message) {
        ObjectNode out = NODES.objectNode();
        switch (message) {
            case ClientHello() -> out.put(CLASS, "ClientHello");
            case ServerHello(var version) -> putIfPresent(out.put(CLASS, "ServerHello"), "version", version);
            case ReceiverVideoConstraints constraints -> write(constraints, out);
            case LastNChangedEvent(int lastN) ->
                out.put(CLASS, "LastNChangedEvent").put("lastN", lastN);
            case ForwardedSources(var names) -> putNames(out.put(CLASS, "ForwardedSources"), "forwardedSources", names);
            case SenderSourceConstraints(var name, int maxHeight) ->
                out.put(CLASS, "SenderSourceConstraints")
                        .put("sourceName", name)
                        .put("maxHeight", maxHeight);
            case VideoSourcesMap(var mapped) -> {
                ArrayNode array = out.put(CLASS, "VideoSourcesMap").putArray("mappedSources");
                for (MappedVideoSource each : mapped) {
                    putIfPresent(
                            array.addObject()
                                    .put("source", each.source())
                                    .put("owner", each.owner())
                                    .put("ssrc", each.ssrc())
                                    .put("rtx", each.rtxSsrc())
                                    .put("videoType", each.videoType().name()),
                            "mid",
                            each.mid());
                }
            }
            case AudioSourcesMap(var mapped) -> {
                ArrayNode array = out.put(CLASS, "AudioSourcesMap").putArray("mappedSources");
                for (MappedAudioSource each : mapped) {
                    putIfPresent(
                            array.addObject()
                                    .put("source", each.source())
                                    .put("owner", each.owner())
                                    .put("ssrc", each.ssrc()),
                            "mid",
                            each.mid());
                }
            }
            case DominantSpeakerEndpointChangeEvent(var speaker, var previous, boolean silence) -> {
                out.put(CLASS, "DominantSpeakerEndpointChangeEvent").put("dominantSpeakerEndpoint", speaker);
                putNames(out, "previousSpeakers", previous);
                out.put("silence", silence);
            }
            case EndpointConnectivityStatusChangeEvent(var endpoint, boolean active) ->
                out.put(CLASS, "EndpointConnectivityStatusChangeEvent")
                        .put("endpoint", endpoint)
                        .put("active", Boolean.toString(active));
            case EndpointMessage(var to, var from, var fields) -> {
                out.put(CLASS, "EndpointMessage");
                putIfPresent(out, "to", to);
                putIfPresent(out, "from", from);
                out.setAll(fields);
            }
            case EndpointStats(var from, var fields) -> {
                putIfPresent(out.put(CLASS, "EndpointStats"), "from", from);
                out.setAll(fields);
            }
            case SourceVideoTypeMessage(var name, var videoType, var endpointId) -> {
                out.put(CLASS, "SourceVideoTypeMessage").put("sourceName", name).put("videoType", lowerCase(videoType));
                putIfPresent(out, "endpointId", endpointId);
            }
            case ReceiverAudioSubscription(boolean all, var include, var exclude) -> {
                out.put(CLASS, "ReceiverAudioSubscription").put("all", all);
                putNames(out, "include", include);
                putNames(out, "exclude", exclude);
            }
            case ConnectionStats(long bandwidthBps) ->
                out.put(CLASS, "ConnectionStats").put("estimatedDownlinkBandwidth", bandwidthBps);
            case ConnectionQualitySubscription(boolean enabled) ->
                out.put(CLASS, "ConnectionQualitySubscription").put("enabled", enabled);
            case ConnectionQuality(var endpoints) -> {
                ObjectNode byId = out.put(CLASS, "ConnectionQuality").putObject("endpoints");
                endpoints.forEach(byId::put);
            }
            case MessageRefused(var refusedClass, int lengthBytes, int maxLengthBytes) ->
                out.put(CLASS, "MessageRefused")
                        .put("refusedClass", refusedClass)
                        .put("lengthBytes", lengthBytes)
                        .put("maxLengthBytes", maxLengthBytes);
            case VideoTypeMessage(var videoType) ->
                out.put(CLASS, "VideoTypeMessage").put("videoType", lowerCase(videoType));
            case SyntheticSourceSendingChangeEvent(var name, boolean sending, long timestamp) ->
                out.put(CLASS, "SyntheticSourceSendingChangeEvent")
                        .put("sourceName", name)
                        .put("sending", sending)
                        .put("timestamp", timestamp);
            case AddReceiver(var bridge, var name, var constraint) ->
                out.put(CLASS, "AddReceiver")
                        .put("bridgeId", bridge)
                        .put("sourceName", name)
                        .set("videoConstraints", constraint(constraint));
            case RemoveReceiver(var bridge, var endpoint) ->
                out.put(CLASS, "RemoveReceiver").put("bridgeId", bridge).put("endpointId", endpoint);
            case Unknown(var colibriClass) -> out.put(CLASS, colibriClass);
        }
        return JSON.write(out);
    }

    private static String lowerCase(VideoType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    private static void write(ReceiverVideoConstraints constraints, ObjectNode out) {
        out.put(CLASS, "ReceiverVideoConstraints");
        if (constraints.lastN() != null) {
            out.put("lastN", constraints.lastN());
        }
        if (constraints.selectedSources() != null) {
            putNames(out, "selectedSources", constraints.selectedSources());
        }
        if (constraints.onStageSources() != null) {
            putNames(out, "onStageSources", constraints.onStageSources());
        }
        if (constraints.defaultConstraints() != null) {
            out.set("defaultConstraints", constraint(constraints.defaultConstraints()));
        }
        if (constraints.constraints() != null) {
            ObjectNode bySource = out.putObject("constraints");
            constraints.constraints().forEach((name, each) -> bySource.set(name, constraint(each)));
        }
        if (constraints.assumedBandwidthBps() != null) {
            out.put("assumedBandwidthBps", constraints.assumedBandwidthBps());
        }
    }

    private static ObjectNode constraint(VideoConstraint constraint) {
        ObjectNode out = NODES.objectNode().put("maxHeight", constraint.maxHeight());
        if (constraint.maxFrameRate() >= 0) {
            out.put("maxFrameRate", constraint.maxFrameRate());
        }
        return out;
    }

    private static void putNames(ObjectNode out, String key, List<String> names) {
        ArrayNode array = out.putArray(key);
        names.forEach(array::add);
    }

    private static void putIfPresent(ObjectNode out, String key, @Nullable String value) {
        if (value != null) {
            out.put(key, value);
        }
    }
}
