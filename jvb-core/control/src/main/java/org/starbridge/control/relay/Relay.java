package org.starbridge.control.relay;

import java.net.URI;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.ClientChannels;
import org.starbridge.control.channel.RelayConnector;
import org.starbridge.control.participant.EndpointTransport;
import org.starbridge.control.participant.NegotiatedMedia;
import org.starbridge.control.participant.Participant;
import org.starbridge.control.selection.Member;
import org.starbridge.control.selection.RelayLink;
import org.starbridge.control.selection.Sender;
import org.starbridge.lastn.ReceiverConstraints;
import org.starbridge.lastn.allocation.Budget;
import org.starbridge.media.api.LayersSnapshot;

/**
 * The link of one conference to another bridge: a transport, the participants behind it, and what the other bridge
 * wants. The password may be read by any thread; the rest is guarded by the conference's lock.
 */
public final class Relay {
    /** Sources that the other bridge may name: those of a large conference, and some that are announced later. */
    private static final int MAX_WANTED = 20_000;

    private final String id;
    private final @Nullable String meshId;
    private final EndpointTransport transport;
    private final ClientChannels channels;
    private final RelayDownlink downlink;
    private final int maxNameLength;
    private final Map<String, Participant> participants = new LinkedHashMap<>();
    private final Map<String, Integer> wantedHeightsPx = new HashMap<>();
    /** The heights of the other bridge's sources that it was sent as ours. */
    private final Map<String, Integer> askedHeightsPx = new HashMap<>();

    private NegotiatedMedia negotiated = NegotiatedMedia.NONE;
    private boolean hasSaidWhatItWants;
    private @Nullable URI url;
    private RelayConnector.Connection connection = RelayConnector.Connection.NONE;

    /** @param maxNameLength characters of a source's name */
    Relay(
            String id,
            @Nullable String meshId,
            EndpointTransport transport,
            ClientChannels channels,
            RelayDownlink downlink,
            int maxNameLength) {
        this.id = id;
        this.meshId = meshId;
        this.transport = transport;
        this.channels = channels;
        this.downlink = downlink;
        this.maxNameLength = maxNameLength;
    }

    /** The other bridge's relay id. */
    public String id() {
        return id;
    }

    public @Nullable String meshId() {
        return meshId;
    }

    /** Returns whether what comes over the other relay does not go out over this one. */
    boolean isInMeshOf(Relay other) {
        return meshId == null ? other.meshId == null : meshId.equals(other.meshId);
    }

    public EndpointTransport transport() {
        return transport;
    }

    /** Those for messages between the bridges. */
    public ClientChannels channels() {
        return channels;
    }

    NegotiatedMedia negotiated() {
        return negotiated;
    }

    void negotiated(NegotiatedMedia newMedia) {
        negotiated = newMedia;
    }

    /** Those behind it, a live view. */
    public Collection<Participant> participants() {
        return Collections.unmodifiableCollection(participants.values());
    }

    @Nullable
    Participant find(String endpointId) {
        return participants.get(endpointId);
    }

    void add(Participant participant) {
        participants.put(participant.id(), participant);
    }

    @Nullable
    Participant remove(String endpointId) {
        Participant gone = participants.remove(endpointId);
        if (gone != null) {
            gone.sources().forEach(source -> askedHeightsPx.remove(source.name()));
        }
        return gone;
    }

    /**
     * The other bridge wants a source up to this height; it may speak of a source before that is announced.
     *
     * @return false if no source can have this name, or it named too many
     */
    boolean want(String sourceName, int maxHeightPx) {
        if (!isName(sourceName)) {
            return false;
        }
        int heightPx = Math.max(ReceiverConstraints.UNLIMITED, maxHeightPx);
        if (heightPx == 0) {
            wantedHeightsPx.remove(sourceName);
        } else if (wantedHeightsPx.containsKey(sourceName) || wantedHeightsPx.size() < MAX_WANTED) {
            wantedHeightsPx.put(sourceName, heightPx);
        } else {
            return false;
        }
        return true;
    }

    /** True if a source can have this name. */
    boolean isName(String sourceName) {
        return sourceName.length() <= maxNameLength;
    }

    /** The other bridge had the time to say what it wants: from now on it gets only that. */
    boolean onWishesComplete() {
        boolean isChange = !hasSaidWhatItWants;
        hasSaidWhatItWants = true;
        return isChange;
    }

    /** Returns whether we want another height of a source than before, which is to be sent then. */
    boolean ask(String sourceName, int heightPx) {
        Integer before = heightPx == 0 ? askedHeightsPx.remove(sourceName) : askedHeightsPx.put(sourceName, heightPx);
        return (before == null ? 0 : before) != heightPx;
    }

    /** Returns the heights that we want of the other bridge's sources: sent again when its channel opens. */
    Map<String, Integer> askedHeightsPx() {
        return Collections.unmodifiableMap(askedHeightsPx);
    }

    /** Connects the channel for messages to where the other bridge offers it; without effect if that is known. */
    void connect(URI offered, RelayConnector connector, ChannelSlot slot) {
        if (!offered.equals(url)) {
            url = offered;
            connection.close();
            connection = connector.connect(offered, slot);
        }
    }

    void disconnect() {
        connection.close();
    }

    RelaySnapshot snapshot() {
        return new RelaySnapshot(
                id,
                meshId,
                transport.state().iceState(),
                transport.state().isDtlsConnected(),
                channels.current() != null,
                List.copyOf(participants.keySet()),
                wantedHeightsPx,
                askedHeightsPx,
                channels.messages().snapshot(),
                downlink.allocation(),
                transport.media().stats());
    }

    private RelayLink link() {
        return new RelayLink(meshId, hasSaidWhatItWants ? wantedHeightsPx : null);
    }

    /** Returns what its link carries. */
    RelayDownlink downlink() {
        return downlink;
    }

    /** Returns how much video its link carries, as far as that is known. */
    Budget budget(long nowNs) {
        return downlink.budget(negotiated.hasRetransmission(), nowNs);
    }

    /** Returns whether it matters how high the encodings of sources are, or what they cost. */
    boolean weighsLayers(long nowNs) {
        return link().limitsHeights() || downlink.weighsCosts(negotiated.hasRetransmission(), nowNs);
    }

    /**
     * As selection sees it.
     *
     * @param withLayers whether any receiver weighs the layers that its participants send
     */
    Member member(boolean withLayers, long nowNs) {
        Map<Integer, LayersSnapshot> layers = withLayers ? transport.media().layers() : Map.of();
        List<Sender> senders = participants.values().stream()
                .map(participant -> participant.sender(layers))
                .toList();
        return new Member(
                transport.key(),
                negotiated.payloadTypes(),
                negotiated.extensionIds(),
                negotiated.acceptsTwoByteExtensions(),
                senders,
                Member.Wishes.of(ReceiverConstraints.everything()).within(budget(nowNs)),
                link());
    }
}
