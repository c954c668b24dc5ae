package org.starbridge.control.selection;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.Participant;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaKind;

/**
 * A source as the others in its conference get it.
 *
 * @param ownerKey number of the participant that sends it
 * @param name its Colibri2 name
 * @param ssrc under which it goes to receivers whose SSRCs are not rewritten
 */
public record ConferenceSource(int ownerKey, String name, MediaKind kind, int ssrc) {
    /**
     * The sources of all participants. A source whose SSRCs are no alternatives to each other has its first one only.
     *
     * @param owners whose sources come first: participants by their numbers; sources of others are at the end
     */
    public static List<ConferenceSource> of(ForwardingTable table, List<Integer> owners) {
        List<ConferenceSource> sources = new ArrayList<>();
        Map<Integer, Integer> ranks = new HashMap<>();
        owners.forEach(owner -> ranks.put(owner, ranks.size()));
        for (Transport transport : table.transports()) {
            transport.participants().forEach(participant -> addSources(participant, sources));
        }
        sources.sort(Comparator.comparingInt(source -> ranks.getOrDefault(source.ownerKey(), Integer.MAX_VALUE)));
        return sources;
    }

    private static void addSources(Participant participant, List<ConferenceSource> sources) {
        Set<String> names = new HashSet<>();
        for (Stream stream : participant.streams()) {
            if (stream.use() == Use.MEDIA && stream.lowest() == stream.ssrc() && names.add(stream.sourceName())) {
                sources.add(new ConferenceSource(participant.key(), stream.sourceName(), stream.kind(), stream.ssrc()));
            }
        }
    }
}
