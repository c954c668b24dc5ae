package org.starbridge.control.message;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.starbridge.colibri.channel.BridgeChannelMessage.AudioSourcesMap;
import org.starbridge.colibri.channel.BridgeChannelMessage.VideoSourcesMap;
import org.starbridge.colibri.channel.MappedAudioSource;
import org.starbridge.colibri.channel.MappedVideoSource;
import org.starbridge.control.participant.EndpointDetails;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.participant.Participant;
import org.starbridge.control.selection.ConferenceSource;
import org.starbridge.control.selection.ReceiverSlots;
import org.starbridge.control.selection.ReceiverSlots.Mapping;
import org.starbridge.media.api.ForwardingTable.SourceSlot;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.MediaKind;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * The slots of one endpoint whose SSRCs are rewritten, and the mappings that its client knows. Guarded by the
 * conference's lock.
 */
final class ClientSourceMap {
    private final LocalEndpoint endpoint;
    private final ReceiverSlots slots;
    private final MessageSender sender;
    private List<Mapping> mappings = List.of();
    /** Sources that the client knows, by the SSRC of the slot. */
    private final Map<Long, MappedVideoSource> knownVideo = new HashMap<>();

    private final Map<Long, MappedAudioSource> knownAudio = new HashMap<>();

    ClientSourceMap(LocalEndpoint endpoint, ReceiverSlots slots, MessageSender sender) {
        this.endpoint = endpoint;
        this.slots = slots;
        this.sender = sender;
    }

    /** Puts what the endpoint gets into its slots; see {@link ReceiverSlots#assign}. */
    Transport assign(
            Transport transport,
            List<ConferenceSource> sources,
            List<String> videoOrder,
            Set<String> disabled,
            Set<Integer> taken) {
        ReceiverSlots.Assignment assignment = slots.assign(transport, sources, videoOrder, disabled, taken);
        mappings = assignment.mappings();
        return assignment.transport();
    }

    /** The first slot of each kind; see {@link ReceiverSlots#first}. */
    ReceiverSlots.FirstSlots firstSlots(Set<Integer> bridgeSsrcs) {
        return slots.first(bridgeSsrcs);
    }

    /** Returns what is in the slots now. */
    List<EndpointDetails.Slot> slots() {
        return mappings.stream().map(ClientSourceMap::slot).toList();
    }

    private static EndpointDetails.Slot slot(Mapping mapping) {
        SourceSlot slot = mapping.slot();
        ConferenceSource source = mapping.source();
        return new EndpointDetails.Slot(
                source.kind(), source.name(), slot.ssrc(), slot.retransmissionSsrc(), slot.mid());
    }

    /**
     * Sends all mappings to a client whose channel opened.
     *
     * @param byKey the conference's participants by {@link Participant#key()}
     */
    void sendAll(Map<Integer, Participant> byKey) {
        knownVideo.clear();
        knownAudio.clear();
        sendChanges(byKey);
    }

    /**
     * Sends the mappings that the client does not know; without a channel they wait until one opens.
     *
     * @param byKey the conference's participants by {@link Participant#key()}
     */
    void sendChanges(Map<Integer, Participant> byKey) {
        if (endpoint.channels().current() == null) {
            return;
        }
        List<MappedVideoSource> video = new ArrayList<>();
        List<MappedAudioSource> audio = new ArrayList<>();
        for (Mapping mapping : mappings) {
            Participant owner = byKey.get(mapping.source().ownerKey());
            if (owner == null) {
                continue; // it has left, and its sources with it
            }
            if (mapping.source().kind() == MediaKind.VIDEO) {
                video.add(video(mapping.source(), owner, mapping.slot()));
            } else {
                audio.add(audio(mapping.source(), owner, mapping.slot()));
            }
        }
        video.removeIf(mapped -> mapped.equals(knownVideo.get(mapped.ssrc())));
        audio.removeIf(mapped -> mapped.equals(knownAudio.get(mapped.ssrc())));
        if (!video.isEmpty() && sender.send(endpoint, new VideoSourcesMap(video))) {
            video.forEach(mapped -> knownVideo.put(mapped.ssrc(), mapped));
        }
        if (!audio.isEmpty() && sender.send(endpoint, new AudioSourcesMap(audio))) {
            audio.forEach(mapped -> knownAudio.put(mapped.ssrc(), mapped));
        }
    }

    /** A muted source keeps the type that it had before: muting does not change the mapping. */
    private static MappedVideoSource video(ConferenceSource source, Participant owner, SourceSlot slot) {
        return new MappedVideoSource(
                source.name(),
                owner.id(),
                Integer.toUnsignedLong(slot.ssrc()),
                Integer.toUnsignedLong(slot.retransmissionSsrc()),
                owner.videoTypes().whenShown(source.name()),
                slot.mid());
    }

    private static MappedAudioSource audio(ConferenceSource source, Participant owner, SourceSlot slot) {
        return new MappedAudioSource(source.name(), owner.id(), Integer.toUnsignedLong(slot.ssrc()), slot.mid());
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        slots.state(state);
    }
}
