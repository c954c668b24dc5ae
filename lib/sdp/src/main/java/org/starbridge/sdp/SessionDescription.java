package org.starbridge.sdp;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.sdp.attribute.Attribute;
import org.starbridge.sdp.attribute.Direction;
import org.starbridge.sdp.attribute.Group;

/**
 * A whole description. Lines that WebRTC does not use ({@code i=}, {@code u=}, {@code e=}, {@code p=}, {@code r=},
 * {@code z=}, {@code k=}, {@code b=} of the session) are read and dropped.
 *
 * @param origin the value of {@code o=}, six words (RFC 8866 section 5.2)
 * @param name the value of {@code s=}; {@code -} if it has none
 * @param connection the value of {@code c=}; null if there is none
 * @param attributes of the session, in order
 * @param media sections in order
 */
public record SessionDescription(
        String origin, String name, @Nullable String connection, Attributes attributes, List<MediaSection> media) {
    public SessionDescription {
        media = List.copyOf(media);
    }

    /** Mids of the sections that share a transport (RFC 9143), the tagged one first; empty if there is no bundle. */
    public List<String> bundle() {
        for (Group group : attributes.all(Group.class)) {
            if (group.semantics().equals(Group.BUNDLE)) {
                return group.mids();
            }
        }
        return List.of();
    }

    /** An attribute of a section, or, if that has none, of the session. */
    public <T extends Attribute> @Nullable T find(MediaSection section, Class<T> type) {
        T own = section.attributes().first(type);
        return own == null ? attributes.first(type) : own;
    }

    /**
     * Returns the direction in which media of a section flows: what the section says, else the session, else both ways.
     */
    public Direction direction(MediaSection section) {
        Direction direction = find(section, Direction.class);
        return direction == null ? Direction.SENDRECV : direction;
    }

    /** As text, lines end with CR LF. */
    public String text() {
        return SdpWriter.text(this);
    }
}
