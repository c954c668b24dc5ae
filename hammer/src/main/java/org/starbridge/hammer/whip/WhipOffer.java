package org.starbridge.hammer.whip;

import java.util.ArrayList;
import java.util.List;
import org.starbridge.colibri.Media;
import org.starbridge.hammer.client.plan.EndpointPlan;
import org.starbridge.hammer.client.plan.NegotiatedMedia;
import org.starbridge.hammer.client.signalling.ClientTransport;
import org.starbridge.hammer.media.Codec;
import org.starbridge.sdp.Attributes;
import org.starbridge.sdp.MediaSection;
import org.starbridge.sdp.SessionDescription;
import org.starbridge.sdp.attribute.Group;

/**
 * An offer of one section of audio and one of video in one bundle (RFC 8829): a publisher's with its SSRCs, a viewer's
 * without. It has no candidates; servers learn the addresses from the checks.
 */
final class WhipOffer {
    private final EndpointPlan plan;
    private final ClientTransport own;
    private final boolean isPublished;
    private final List<MediaSection> sections = new ArrayList<>();

    WhipOffer(EndpointPlan plan, ClientTransport own, Codec videoCodec, boolean rtx, boolean isPublished) {
        this.plan = plan;
        this.own = own;
        this.isPublished = isPublished;
        NegotiatedMedia numbers = NegotiatedMedia.OURS;
        if (!isPublished || plan.audio() != null) {
            add("audio", numbers.audio());
        }
        if (!isPublished || !plan.video().isEmpty()) {
            add("video", numbers.video(videoCodec, rtx));
        }
    }

    String text() {
        List<String> mids =
                sections.stream().map(section -> String.valueOf(section.mid())).toList();
        Attributes session = new Attributes(List.of(new Group(Group.BUNDLE, mids)));
        return new SessionDescription("- " + (plan.number() + 1L) + " 1 IN IP4 127.0.0.1", "-", null, session, sections)
                .text();
    }

    private void add(String kind, Media media) {
        sections.add(OfferSection.of(Integer.toString(sections.size()), kind, media, own, isPublished ? plan : null));
    }
}
