package org.starbridge.control.participant;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.starbridge.control.channel.ClientChannels;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.selection.DeclaredSource;
import org.starbridge.control.selection.Member;
import org.starbridge.control.selection.Sender;
import org.starbridge.lastn.allocation.Budget;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.media.api.MediaKind;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * A client of this bridge: a participant with a transport of its own, what it receives, and its bridge channels. Final
 * fields may be read by any thread; the rest is guarded by the conference's lock.
 */
public final class LocalEndpoint {
    /** After that, a client without a bridge channel has probably failed to open one. */
    private static final long CHANNEL_DELAY_NS = 30_000_000_000L;

    private static final int PARTICIPANT_PART = 10;
    private static final int TRANSPORT_PART = 20;
    private static final int RECEPTION_PART = 30;
    private static final int CHANNELS_PART = 40;

    private final Participant participant;
    private final EndpointCapabilities capabilities;
    private final EndpointTransport transport;
    private final Reception reception;
    private final ClientChannels channels;
    private final long createdAtNs;
    private boolean isChannelAwaited;
    private final ConnectionMeter connection = new ConnectionMeter();
    private final AllocationReport report = new AllocationReport();

    public LocalEndpoint(
            Participant participant,
            EndpointCapabilities capabilities,
            EndpointTransport transport,
            ClientChannels channels,
            ConferenceConfig config,
            long createdAtNs) {
        this.participant = participant;
        this.capabilities = capabilities;
        this.transport = transport;
        this.channels = channels;
        this.createdAtNs = createdAtNs;
        isChannelAwaited = !capabilities.hasOneSourcePerKind(); // WHIP and WHEP clients open none
        this.reception = new Reception(config, capabilities, createdAtNs);
    }

    public String id() {
        return participant.id();
    }

    /** The number of its transport. */
    public int key() {
        return transport.key();
    }

    public Participant participant() {
        return participant;
    }

    public EndpointCapabilities capabilities() {
        return capabilities;
    }

    public EndpointTransport transport() {
        return transport;
    }

    public Reception reception() {
        return reception;
    }

    /** Those that its client has open. */
    public ClientChannels channels() {
        return channels;
    }

    /** Returns the meter of its connection's quality. */
    public ConnectionMeter connection() {
        return connection;
    }

    public long createdAtNs() {
        return createdAtNs;
    }

    /** Its transport's latest figures. */
    public EndpointStats stats() {
        return transport.media().stats();
    }

    /** Returns how much video it can take, as far as that is known. */
    public Budget budget(long nowNs) {
        return reception.budget(stats(), nowNs);
    }

    /** Returns whether the height or the cost of others' layers matters to it. */
    public boolean weighsLayers(long nowNs) {
        return reception.weighsLayers(stats(), nowNs);
    }

    /**
     * As selection sees it.
     *
     * @param withLayers whether any receiver weighs the layers that it sends
     */
    public Member member(boolean withLayers, long nowNs) {
        return reception.member(
                key(), List.of(participant.sender(withLayers ? transport.media().layers() : Map.of())), stats(), nowNs);
    }

    /** Tells the media side what selection decided. */
    public void reportAllocation() {
        report.update(reception.allocation(), stats().bandwidth().audioBps(), transport.media());
    }

    /** Returns whether its client has no bridge channel 30 s after it was created; true only once. */
    public boolean takeMissingChannel(long nowNs) {
        if (!isChannelAwaited || nowNs - createdAtNs < CHANNEL_DELAY_NS) {
            return false;
        }
        isChannelAwaited = false;
        return channels.current() == null;
    }

    /** Returns whether anything authenticated ever came from it. */
    public boolean wasHeard() {
        return lastActivityNs() != createdAtNs;
    }

    /** Returns the time at which something authenticated last came from it, or it was created. */
    public long lastActivityNs() {
        long heardNs = stats().lastActivityNs();
        return heardNs == 0 || heardNs - createdAtNs < 0 ? createdAtNs : heardNs;
    }

    public EndpointSnapshot snapshot() {
        return new EndpointSnapshot(
                id(),
                participant.identity().statsId(),
                participant.isVisitor(),
                participant.identity().diarize(),
                transport.state().iceState(),
                transport.state().isDtlsConnected(),
                channels.current() != null,
                participant.sourceNames(),
                reception.forwardedVideo(),
                participant.mutedKinds(),
                reception.constraints().effective(),
                reception.allocation(),
                reception.estimate(),
                participant.isActive(),
                channels.messages().snapshot(),
                new EndpointSnapshot.Connection(
                        connection.score(), connection.measured().starved()),
                stats(),
                sentVideo());
    }

    private List<EndpointSnapshot.SentVideo> sentVideo() {
        Sender sender = participant.sender(transport.media().layers());
        List<EndpointSnapshot.SentVideo> video = new ArrayList<>();
        for (DeclaredSource source : sender.sources()) {
            if (source.kind() == MediaKind.VIDEO && !source.encodings().isEmpty()) {
                video.add(new EndpointSnapshot.SentVideo(
                        source.name(),
                        sender.video().screens().contains(source.name()),
                        sender.video().disabled().contains(source.name())
                                || participant.mutedKinds().contains(MediaKind.VIDEO),
                        sender.video().layers().get(source.encodings().getFirst())));
            }
        }
        return video;
    }

    /** Returns why it can not go on in another process at the moment, as the end of a sentence; empty if it can. */
    public Optional<String> whyNotMovable() {
        if (capabilities.hasOneSourcePerKind()) {
            return Optional.of("is a WHIP or WHEP client");
        }
        if (!participant.incompleteSources().isEmpty()) {
            return Optional.of("shares an SSRC with another endpoint");
        }
        return transport.whyNotMovable();
    }

    /** Its part of a snapshot: all but what it is made with. */
    public void state(State state) throws StateException {
        isChannelAwaited = state.bool(isChannelAwaited);
        state.part(PARTICIPANT_PART, 1, participant::state);
        state.part(TRANSPORT_PART, 1, transport::state);
        state.part(RECEPTION_PART, 1, reception::state);
        state.part(CHANNELS_PART, 1, channels::state);
    }
}
