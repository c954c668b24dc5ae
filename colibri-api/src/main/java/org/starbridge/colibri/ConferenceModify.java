package org.starbridge.colibri;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request to a bridge about one conference ({@code conference-modify}).
 *
 * @param meetingId the conference, normally a UUID chosen by the focus; not blank
 * @param name bare JID of the conference's room, for people to read; null when not given
 * @param create the conference must not exist yet
 * @param expire remove the whole conference after answering
 * @param rtcstatsEnabled whether the conference takes part in the statistics export; true unless said otherwise
 * @param endpoints endpoints to create, update or expire, in order
 * @param relays relays to create, update or expire, in order
 * @param connects media exports that begin, change or end, by id; others go on, so null and an empty list change
 *     nothing
 */
public record ConferenceModify(
        String meetingId,
        @Nullable String name,
        boolean create,
        boolean expire,
        boolean rtcstatsEnabled,
        List<EndpointModify> endpoints,
        List<RelayModify> relays,
        @Nullable List<Connect> connects) {

    public ConferenceModify {
        Checks.notBlank("meeting-id", meetingId);
        endpoints = List.copyOf(endpoints);
        relays = List.copyOf(relays);
        connects = Checks.copyOrNull(connects);
    }

    /** A request that creates a conference together with {@code endpoints}. */
    public static ConferenceModify creating(String meetingId, @Nullable String name, List<EndpointModify> endpoints) {
        return new ConferenceModify(meetingId, name, true, false, true, endpoints, List.of(), null);
    }

    /** A request that touches only {@code endpoints} of an existing conference. */
    public static ConferenceModify updating(String meetingId, List<EndpointModify> endpoints) {
        return new ConferenceModify(meetingId, null, false, false, true, endpoints, List.of(), null);
    }

    /** A request that ends a conference. */
    public static ConferenceModify expiring(String meetingId) {
        return new ConferenceModify(meetingId, null, false, true, true, List.of(), List.of(), null);
    }
}
