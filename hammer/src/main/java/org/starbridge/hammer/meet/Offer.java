package org.starbridge.hammer.meet;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jitsi.xmpp.extensions.jingle.ContentPacketExtension;
import org.jitsi.xmpp.extensions.jingle.IceUdpTransportPacketExtension;
import org.jitsi.xmpp.extensions.jingle.JingleIQ;
import org.jitsi.xmpp.extensions.jingle.PayloadTypePacketExtension;
import org.jitsi.xmpp.extensions.jingle.RTPHdrExtPacketExtension;
import org.jitsi.xmpp.extensions.jingle.RtpDescriptionPacketExtension;
import org.jitsi.xmpp.extensions.jingle.SctpMapExtension;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.client.plan.NegotiatedMedia;
import org.starbridge.hammer.client.signalling.BridgeTransport;
import org.starbridge.hammer.media.Codec;

/**
 * A focus's session-initiate, and what of it an endpoint of the Hammer takes: one codec for sound, one for the picture,
 * its retransmissions if they are wanted, and two header extensions. All numbers are the focus's. Immutable.
 */
final class Offer {
    /** Greatest id that a browser of ours understands; 0 stands for others. */
    private static final int MAX_ONE_BYTE_ID = 14;

    private final JingleIQ initiate;
    private final String endpoint;
    private final PayloadTypePacketExtension opus;
    private final PayloadTypePacketExtension video;
    private final @Nullable PayloadTypePacketExtension videoRtx;

    /**
     * Reads it.
     *
     * @param rtx whether retransmissions are to have a stream of their own, if that is offered
     * @throws LoadTestException if there is nothing in it for this endpoint
     */
    Offer(JingleIQ initiate, String endpoint, Codec videoCodec, boolean rtx) {
        this.initiate = initiate;
        this.endpoint = endpoint;
        opus = required("audio", "opus");
        video = required("video", videoCodec.name());
        videoRtx = rtx ? payloadType("video", type -> isRtxOf(type, video.getID())) : null;
    }

    private PayloadTypePacketExtension required(String media, String name) {
        PayloadTypePacketExtension type = payloadType(media, each -> name.equalsIgnoreCase(each.getName()));
        if (type == null) {
            List<String> offered = payloadTypes(media).stream()
                    .map(each -> String.valueOf(each.getName()))
                    .toList();
            throw new LoadTestException("the focus offers endpoint " + endpoint + " no " + name.toLowerCase(Locale.ROOT)
                    + " for " + media + ", only " + offered + ": is the codec disabled in its configuration?");
        }
        return type;
    }

    private @Nullable PayloadTypePacketExtension payloadType(
            String media, Predicate<PayloadTypePacketExtension> condition) {
        return payloadTypes(media).stream().filter(condition).findFirst().orElse(null);
    }

    private List<PayloadTypePacketExtension> payloadTypes(String media) {
        return initiate.getContentList().stream()
                .map(content -> content.getFirstChildOfType(RtpDescriptionPacketExtension.class))
                .filter(description -> description != null && media.equals(description.getMedia()))
                .flatMap(description -> description.getPayloadTypes().stream())
                .toList();
    }

    private static boolean isRtxOf(PayloadTypePacketExtension type, int primary) {
        return "rtx".equalsIgnoreCase(type.getName())
                && type.getParameters().stream()
                        .anyMatch(each -> "apt".equals(each.getName())
                                && Integer.toString(primary).equals(each.getValue()));
    }

    JingleIQ initiate() {
        return initiate;
    }

    /** Its contents, in their order. */
    List<ContentPacketExtension> contents() {
        return initiate.getContentList();
    }

    /** Returns whether a payload type is one of those taken. */
    boolean takes(PayloadTypePacketExtension type) {
        return type.getID() == opus.getID()
                || type.getID() == video.getID()
                || (videoRtx != null && type.getID() == videoRtx.getID());
    }

    /** Returns whether a header extension is one of those taken. */
    boolean takes(RTPHdrExtPacketExtension extension) {
        String uri = String.valueOf(extension.getURI());
        return (uri.equals(NegotiatedMedia.AUDIO_LEVEL) || uri.equals(NegotiatedMedia.TRANSPORT_SEQUENCE))
                && id(uri) != 0;
    }

    private int id(String uri) {
        return contents().stream()
                .map(content -> content.getFirstChildOfType(RtpDescriptionPacketExtension.class))
                .filter(description -> description != null)
                .flatMap(description -> description.getExtmapList().stream())
                .filter(each -> uri.equals(String.valueOf(each.getURI())))
                .mapToInt(each -> Integer.parseInt(each.getID()))
                .filter(id -> id <= MAX_ONE_BYTE_ID)
                .findFirst()
                .orElse(0);
    }

    /**
     * Returns the bridge's transport for the endpoint.
     *
     * @param host the server's; see {@link BridgeTransport#of}
     */
    BridgeTransport bridgeSide(String host) {
        IceUdpTransportPacketExtension transport = transports().stream()
                .findFirst()
                .orElseThrow(
                        () -> new LoadTestException("the focus offers endpoint " + endpoint + " no ICE transport"));
        boolean hasDataChannel =
                transports().stream().anyMatch(each -> each.getFirstChildOfType(SctpMapExtension.class) != null);
        NegotiatedMedia numbers = new NegotiatedMedia(
                opus.getID(),
                video.getID(),
                videoRtx == null ? NegotiatedMedia.OURS.rtxPt() : videoRtx.getID(),
                id(NegotiatedMedia.AUDIO_LEVEL),
                id(NegotiatedMedia.TRANSPORT_SEQUENCE));
        return BridgeTransport.of(endpoint, Jingle.transport(transport), hasDataChannel, host, numbers);
    }

    private List<IceUdpTransportPacketExtension> transports() {
        return contents().stream()
                .flatMap(each -> each.getChildExtensionsOfType(IceUdpTransportPacketExtension.class).stream())
                .toList();
    }
}
