package org.starbridge.bridge.whip;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.http.route.HttpRequest;
import org.starbridge.bridge.whip.access.Query;
import org.starbridge.bridge.whip.access.RefusalException;
import org.starbridge.bridge.whip.viewer.LayerRequest;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.ReceiverAudioSubscription;
import org.starbridge.colibri.channel.BridgeChannelMessage.ReceiverVideoConstraints;
import org.starbridge.colibri.channel.VideoConstraint;

/**
 * RequestedVideo of a viewer in the query of its POST.
 *
 * @param source name of a source, or an endpoint's id; null for the dominant speaker
 * @param maxHeightPx of video; -1 for any
 */
record RequestedVideo(@Nullable String source, int maxHeightPx) {
    static final String SOURCE = "source";
    static final String MAX_HEIGHT = "maxHeight";
    private static final int UNLIMITED = -1;
    private static final int MAX_NAME = 128;

    /** {@code 1a2b3c4d-v0}: the endpoint, and which of its sources. */
    private static final Pattern SOURCE_NAME = Pattern.compile("(.+)-([av])[0-9]{1,4}");

    /** @throws RefusalException 400 */
    static RequestedVideo of(HttpRequest request) throws RefusalException {
        Map<String, String> query = Query.read(request.query());
        String source = query.get(SOURCE);
        if (source != null && (source.isEmpty() || source.length() > MAX_NAME)) {
            throw new RefusalException(400, SOURCE + ": expected the name of a source or an endpoint");
        }
        return new RequestedVideo(source, height(query.get(MAX_HEIGHT)));
    }

    private static int height(@Nullable String text) throws RefusalException {
        if (text == null) {
            return UNLIMITED;
        }
        if (!text.matches("[0-9]{1,5}")) {
            throw new RefusalException(400, MAX_HEIGHT + ": expected pixels, 0 for no video");
        }
        return Integer.parseInt(text);
    }

    /** As its client would say it over a bridge channel. */
    List<BridgeChannelMessage> messages() {
        return messages(new VideoConstraint(maxHeightPx));
    }

    /**
     * The same with a further limit of the height.
     *
     * @param heightPx -1 for none
     */
    List<BridgeChannelMessage> messages(int heightPx) {
        return messages(new VideoConstraint(LayerRequest.lower(maxHeightPx, heightPx)));
    }

    private List<BridgeChannelMessage> messages(VideoConstraint height) {
        if (source == null) {
            return List.of(
                    new ReceiverVideoConstraints(1, List.of(), List.of(), height, Map.of(), null),
                    new ReceiverAudioSubscription(true, List.of(), List.of()));
        }
        String video = named("v");
        return List.of(
                new ReceiverVideoConstraints(
                        1, List.of(), List.of(video), new VideoConstraint(0), Map.of(video, height), null),
                new ReceiverAudioSubscription(false, List.of(named("a")), List.of()));
    }

    /** The source that was named, or the first one of this kind of its endpoint. */
    private String named(String kind) {
        String name = String.valueOf(source);
        Matcher parts = SOURCE_NAME.matcher(name);
        if (!parts.matches()) {
            return name + "-" + kind + "0";
        }
        return parts.group(2).equals(kind) ? name : parts.group(1) + "-" + kind + "0";
    }

    /** A publisher by WHIP receives nothing. */
    static List<BridgeChannelMessage> nothing() {
        return List.of(
                new ReceiverVideoConstraints(0, List.of(), List.of(), new VideoConstraint(0), Map.of(), null),
                new ReceiverAudioSubscription(false, List.of(), List.of()));
    }
}
