package org.starbridge.jvb.selection;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.starbridge.jvb.media.ForwardingTable;
import org.starbridge.jvb.media.ForwardingTable.Participant;
import org.starbridge.jvb.media.ForwardingTable.Stream;
import org.starbridge.jvb.media.ForwardingTable.Use;
import org.starbridge.jvb.media.MediaKind;

/**
 * A source as the others in its conference get it.
 *
 * @param ownerKey who sends it
 * @param name its Colibri2 name
 * @param ssrc under which it goes to receivers whose SSRCs are not rewritten
 */
public record ConferenceSource(int ownerKey, String name, MediaKind kind, int ssrc) {
    /** Everybody's sources, in the order of the participants; of one with several SSRCs that are no alternatives the first. */
    public static List<ConferenceSource> of(ForwardingTable table) {
        List<ConferenceSource> sources = new ArrayList<>();
        for (Participant participant : table.participants()) {
            Set<String> names = new HashSet<>();
            for (Stream stream : participant.streams()) {
                if (stream.use() == Use.MEDIA && stream.lowest() == stream.ssrc() && names.add(stream.sourceName())) {
                    sources.add(new ConferenceSource(
                            participant.endpointKey(), stream.sourceName(), stream.kind(), stream.ssrc()));
                }
            }
        }
        return sources;
    }
}
