package org.starbridge.sdp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.sdp.attribute.Attribute;
import org.starbridge.sdp.attribute.Candidate;
import org.starbridge.sdp.attribute.IcePwd;
import org.starbridge.sdp.attribute.IceUfrag;

/**
 * The body of {@code application/trickle-ice-sdpfrag} (RFC 8840 section 9): attributes of the session, then sections.
 *
 * @param attributes that hold for all sections
 * @param media sections with credentials and candidates; may be empty
 */
public record TrickleFragment(Attributes attributes, List<MediaSection> media) {
    /** Its media type. */
    public static final String MEDIA_TYPE = "application/trickle-ice-sdpfrag";

    public TrickleFragment {
        media = List.copyOf(media);
    }

    /** Its user fragment, of the session or else of the first section that has one; null if there is none. */
    public @Nullable String ufrag() {
        IceUfrag found = find(IceUfrag.class);
        return found == null ? null : found.value();
    }

    /** The password likewise. */
    public @Nullable String pwd() {
        IcePwd found = find(IcePwd.class);
        return found == null ? null : found.value();
    }

    private <T extends Attribute> @Nullable T find(Class<T> type) {
        T found = attributes.first(type);
        for (MediaSection section : media) {
            if (found == null) {
                found = section.attributes().first(type);
            }
        }
        return found;
    }

    /** Those of all sections, in order. */
    public List<Candidate> candidates() {
        List<Candidate> candidates = new ArrayList<>(attributes.all(Candidate.class));
        media.forEach(section -> candidates.addAll(section.attributes().all(Candidate.class)));
        return candidates;
    }

    /** As text, lines end with CR LF. */
    public String text() {
        return SdpWriter.text(this);
    }
}
