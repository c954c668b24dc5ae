package org.starbridge.control.message;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.starbridge.colibri.channel.BridgeChannelMessage.AudioSourcesMap;
import org.starbridge.colibri.channel.BridgeChannelMessage.VideoSourcesMap;
import org.starbridge.colibri.channel.MappedAudioSource;
import org.starbridge.colibri.channel.MappedVideoSource;
import org.starbridge.control.participant.EndpointDetails;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.FeedbackSsrcs;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.selection.ConferenceSource;
import org.starbridge.control.selection.DeclaredSource;
import org.starbridge.control.selection.ReceiverSlots;
import org.starbridge.control.selection.Selection;
import org.starbridge.control.selection.SlotLimits;
import org.starbridge.lastn.allocation.SourceAllocation;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.SourceSlot;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.MediaKind;

/**
 * The slots of those endpoints whose SSRCs are rewritten, and what their clients were told of them. A client hears of a
 * mapping before the media workers do. What it could not be told, because its channel is not open or does not take
 * more, it is told at the next occasion: with the next table, or when its channel opens, which brings all of it. Media
 * does not wait for that: it goes over another path and could overtake anyway. Guarded by the conference's lock.
 */
public final class SourceMaps {
    private final SlotLimits limits;
    private final RandomGenerator random;
    private final Set<Integer> bridgeSsrcs;

    private final Endpoints endpoints;

    private final ChannelNotifications announcements;
    private final Map<Integer, Client> clients = new HashMap<>();

    /** One of them. */
    private static final class Client {
        final ReceiverSlots slots;
        List<ReceiverSlots.Mapping> mappings = List.of();
        /** By SSRC of the slot. */
        final Map<Long, MappedVideoSource> toldVideo = new HashMap<>();

        final Map<Long, MappedAudioSource> toldAudio = new HashMap<>();

        Client(ReceiverSlots slots) {
            this.slots = slots;
        }
    }

    public SourceMaps(
            SlotLimits limits,
            RandomGenerator random,
            FeedbackSsrcs bridgeSsrcs,
            Endpoints endpoints,
            ChannelNotifications announcements) {
        this.limits = limits;
        this.random = random;
        this.bridgeSsrcs = bridgeSsrcs.both();
        this.endpoints = endpoints;
        this.announcements = announcements;
    }

    /**
     * Puts what endpoints get whose SSRCs are rewritten into their slots, and tells their clients what changed.
     *
     * @param bySpeech everybody, those first who spoke last
     * @return the selection's table with slots; the very same if nobody has any
     */
    public ForwardingTable apply(Selection selection, List<LocalEndpoint> bySpeech) {
        ForwardingTable table = selection.table();
        Map<Integer, LocalEndpoint> byKey = byKey();
        clients.keySet().retainAll(byKey.keySet());
        if (endpoints.all().stream()
                .noneMatch(endpoint -> endpoint.capabilities().hasSsrcRewriting())) {
            return table;
        }
        Set<String> disabled = disabledSources();
        Set<Integer> taken = new HashSet<>(bridgeSsrcs);
        table.transports().forEach(transport -> transport.streams().forEach(stream -> taken.add(stream.ssrc())));
        List<ConferenceSource> sources = ConferenceSource.of(
                table, bySpeech.stream().map(endpoint -> endpoint.key()).toList());
        List<Transport> transports = new ArrayList<>();
        for (Transport transport : table.transports()) {
            LocalEndpoint endpoint = byKey.get(transport.endpointKey());
            if (endpoint == null || !endpoint.capabilities().hasSsrcRewriting()) {
                transports.add(transport);
                continue;
            }
            Client client = clients.computeIfAbsent(transport.endpointKey(), _ -> newClient(endpoint));
            List<String> order = selection.allocation(transport.endpointKey()).sources().stream()
                    .map(SourceAllocation::name)
                    .toList();
            ReceiverSlots.Assignment assignment = client.slots.assign(transport, sources, order, disabled, taken);
            client.mappings = assignment.mappings();
            tell(endpoint, client, byKey);
            transports.add(assignment.transport());
        }
        return table.with(table.version(), transports);
    }

    private Set<String> disabledSources() {
        Set<String> disabled = new HashSet<>();
        for (LocalEndpoint endpoint : endpoints.all()) {
            for (DeclaredSource source : endpoint.participant().sources()) {
                if (endpoint.participant().videoTypes().isDisabled(source.name())) {
                    disabled.add(source.name());
                }
            }
        }
        return disabled;
    }

    private Map<Integer, LocalEndpoint> byKey() {
        Map<Integer, LocalEndpoint> byKey = new HashMap<>();
        endpoints.all().forEach(endpoint -> byKey.put(endpoint.key(), endpoint));
        return byKey;
    }

    private Client newClient(LocalEndpoint endpoint) {
        return new Client(new ReceiverSlots(
                endpoint.capabilities().slots(limits),
                random::nextInt,
                endpoint.capabilities().hasMidDemux()));
    }

    /** The first slots of an endpoint whose SSRCs are rewritten, also while nothing is in them. */
    public ReceiverSlots.FirstSlots firstSlots(LocalEndpoint endpoint) {
        return clients.computeIfAbsent(endpoint.key(), _ -> newClient(endpoint))
                .slots
                .first(bridgeSsrcs);
    }

    /** What is in an endpoint's slots. */
    public List<EndpointDetails.Slot> slots(int endpointKey) {
        Client client = clients.get(endpointKey);
        return client == null
                ? List.of()
                : client.mappings.stream().map(SourceMaps::slot).toList();
    }

    private static EndpointDetails.Slot slot(ReceiverSlots.Mapping mapping) {
        SourceSlot slot = mapping.slot();
        ConferenceSource source = mapping.source();
        return new EndpointDetails.Slot(
                source.kind(), source.name(), slot.ssrc(), slot.retransmissionSsrc(), slot.mid());
    }

    /** A channel opened: its client is told everything. */
    public void onOpen(LocalEndpoint endpoint) {
        Client client = clients.get(endpoint.key());
        if (client != null) {
            client.toldVideo.clear();
            client.toldAudio.clear();
            tell(endpoint, client, byKey());
        }
    }

    private void tell(LocalEndpoint endpoint, Client client, Map<Integer, LocalEndpoint> byKey) {
        if (endpoint.channels().current() == null) {
            return; // nothing is lost: it is told when there is one
        }
        List<MappedVideoSource> video = new ArrayList<>();
        List<MappedAudioSource> audio = new ArrayList<>();
        for (ReceiverSlots.Mapping mapping : client.mappings) {
            LocalEndpoint owner = byKey.get(mapping.source().ownerKey());
            if (owner == null) {
                continue; // it has left, and its sources with it
            }
            if (mapping.source().kind() == MediaKind.VIDEO) {
                video.add(video(mapping.source(), owner, mapping.slot()));
            } else {
                audio.add(audio(mapping.source(), owner, mapping.slot()));
            }
        }
        video.removeIf(mapped -> mapped.equals(client.toldVideo.get(mapped.ssrc())));
        audio.removeIf(mapped -> mapped.equals(client.toldAudio.get(mapped.ssrc())));
        if (!video.isEmpty() && announcements.send(endpoint, new VideoSourcesMap(video))) {
            video.forEach(mapped -> client.toldVideo.put(mapped.ssrc(), mapped));
        }
        if (!audio.isEmpty() && announcements.send(endpoint, new AudioSourcesMap(audio))) {
            audio.forEach(mapped -> client.toldAudio.put(mapped.ssrc(), mapped));
        }
    }

    /** What a source that is muted at present would show is not known: it is no news of the mapping. */
    private static MappedVideoSource video(ConferenceSource source, LocalEndpoint owner, SourceSlot slot) {
        return new MappedVideoSource(
                source.name(),
                owner.id(),
                Integer.toUnsignedLong(slot.ssrc()),
                Integer.toUnsignedLong(slot.retransmissionSsrc()),
                owner.participant().videoTypes().whenShown(source.name()),
                slot.mid());
    }

    private static MappedAudioSource audio(ConferenceSource source, LocalEndpoint owner, SourceSlot slot) {
        return new MappedAudioSource(source.name(), owner.id(), Integer.toUnsignedLong(slot.ssrc()), slot.mid());
    }
}
