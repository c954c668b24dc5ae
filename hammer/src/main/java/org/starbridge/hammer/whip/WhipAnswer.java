package org.starbridge.hammer.whip;

import java.util.HashMap;
import java.util.Map;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.client.plan.EndpointPlan;
import org.starbridge.hammer.client.plan.NegotiatedMedia;
import org.starbridge.hammer.client.signalling.BridgeTransport;
import org.starbridge.sdp.MediaSection;
import org.starbridge.sdp.SdpLimits;
import org.starbridge.sdp.SdpReader;
import org.starbridge.sdp.SessionDescription;
import org.starbridge.sdp.attribute.ExtMap;
import org.starbridge.sdp.attribute.SsrcAttribute;
import org.starbridge.sdp.text.SdpException;

/** A server's answer to a {@link WhipOffer}. Immutable. */
final class WhipAnswer {
    private final String endpoint;
    private final SessionDescription answer;

    private WhipAnswer(String endpoint, SessionDescription answer) {
        this.endpoint = endpoint;
        this.answer = answer;
    }

    /** @throws LoadTestException if it can not be used */
    static WhipAnswer read(String endpoint, String text) {
        try {
            return new WhipAnswer(endpoint, SdpReader.read(text, SdpLimits.DEFAULT));
        } catch (SdpException e) {
            throw new LoadTestException("the answer to endpoint " + endpoint + " is malformed: " + e.getMessage(), e);
        }
    }

    /**
     * The server's side of the transport.
     *
     * @param host the server that was asked
     * @throws LoadTestException if something is missing without which an endpoint can not join
     */
    BridgeTransport bridgeSide(String host) {
        return BridgeTransport.of(endpoint, AnsweredTransport.read(endpoint, answer), false, host, numbers());
    }

    /** Ours, without the header extensions that the server does not take. */
    private NegotiatedMedia numbers() {
        NegotiatedMedia ours = NegotiatedMedia.OURS;
        return new NegotiatedMedia(
                ours.opusPt(),
                ours.videoPt(),
                ours.rtxPt(),
                hasExtension(NegotiatedMedia.AUDIO_LEVEL) ? ours.audioLevelId() : 0,
                hasExtension(NegotiatedMedia.TRANSPORT_SEQUENCE) ? ours.transportSequenceId() : 0);
    }

    private boolean hasExtension(String uri) {
        return answer.media().stream()
                .flatMap(section -> section.attributes().all(ExtMap.class).stream())
                .anyMatch(extension -> extension.uri().equals(uri));
    }

    /**
     * Under which SSRCs a viewer gets what {@code publisher} sends, by source: the first of each section.
     *
     * @throws LoadTestException if the answer does not say it
     */
    Map<String, Integer> ssrcs(EndpointPlan publisher) {
        Map<String, Integer> ssrcs = new HashMap<>();
        for (MediaSection section : answer.media()) {
            if (!section.isRejected()) {
                SsrcAttribute first = section.attributes().first(SsrcAttribute.class);
                if (first == null) {
                    throw new LoadTestException("the answer to viewer " + endpoint + " has no a=ssrc for its "
                            + section.media() + ": the Hammer identifies streams by their SSRCs");
                }
                String source = section.media().equals("audio") ? publisher.audioSource() : publisher.videoSource();
                ssrcs.put(source, (int) first.ssrc());
            }
        }
        return ssrcs;
    }
}
