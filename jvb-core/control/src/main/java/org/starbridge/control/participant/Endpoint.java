package org.starbridge.control.participant;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.ForceMute;
import org.starbridge.control.channel.ClientChannels;
import org.starbridge.control.channel.MessageCounts;
import org.starbridge.control.channel.MessageLimits;
import org.starbridge.control.channel.MessagePace;
import org.starbridge.control.selection.DeclaredSource;
import org.starbridge.control.selection.Member;
import org.starbridge.control.selection.SelectionPolicy;
import org.starbridge.control.selection.Sender;
import org.starbridge.lastn.allocation.Allocation;
import org.starbridge.lastn.allocation.Budget;
import org.starbridge.lastn.allocation.LastN;
import org.starbridge.media.api.EndpointSpec;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.media.api.MediaEndpoint;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.api.RemoteTransport;
import org.starbridge.transport.dtls.DtlsRole;

/**
 * One endpoint's control state: who it is, what it negotiated, declared and asked for, and its bridge channel. What is final
 * may be read by anyone; the rest is guarded by the conference's lock.
 */
public final class Endpoint {
    private final Identity identity;
    private final EndpointSpec spec;
    private final MediaEndpoint media;
    private final TransportState transport;
    private final ReceiverState receiver;
    private final long createdAtNs;
    private NegotiatedMedia negotiated = NegotiatedMedia.NONE;
    private List<DeclaredSource> sources = List.of();
    private Set<MediaKind> mutedKinds = Set.of();
    private Allocation allocation = Allocation.NOTHING;
    private List<String> forwardedVideo = List.of();
    private Set<String> forwardedNames = Set.of();
    private final ClientChannels channels = new ClientChannels();
    private final MessageCounts messages = new MessageCounts();
    private final MessagePace pace;
    private final SourceVideoTypes videoTypes;
    private final IceRestarts restarts;
    private @Nullable DtlsRole dtlsRole;
    private boolean isActive = true;
    private final ConnectionMeter connection = new ConnectionMeter();
    private QualitySubscription qualitySubscription = QualitySubscription.NONE;

    /**
     * What is fixed when an endpoint is created.
     *
     * @param id its Colibri2 id
     * @param statsId display name in logs and statistics; null when it has none
     * @param isVisitor receives only
     * @param capabilities as the request named them
     * @param channelPassword lets its client open the bridge channel
     */
    public record Identity(
            String id, @Nullable String statsId, boolean isVisitor, Set<String> capabilities, String channelPassword) {
        public Identity {
            capabilities = Set.copyOf(capabilities);
        }

        @Override
        public String toString() {
            return "Identity[" + id + "]"; // the password is nobody's business
        }
    }

    public Endpoint(
            Identity identity,
            EndpointSpec spec,
            MediaEndpoint media,
            TransportState transport,
            ReceiverState receiver,
            long createdAtNs) {
        this.identity = identity;
        this.spec = spec;
        this.media = media;
        this.transport = transport;
        this.receiver = receiver;
        this.createdAtNs = createdAtNs;
        this.restarts = new IceRestarts(transport, media, spec.credentials());
        MessageLimits limits = receiver.config().channel().messages();
        this.pace = new MessagePace(limits.messagesPerSecond(), limits.bytesPerSecond());
        this.videoTypes = new SourceVideoTypes(receiver.config().limits().sourcesPerEndpoint());
    }

    public String id() {
        return identity.id();
    }

    /** Its display name in logs and statistics; null when it has none. */
    @Nullable
    public String statsId() {
        return identity.statsId();
    }

    /** How it is connected, by what the media plane last said. */
    public TransportState transport() {
        return transport;
    }

    public long createdAtNs() {
        return createdAtNs;
    }

    public boolean isVisitor() {
        return identity.isVisitor();
    }

    public boolean hasPrivateConnectivity() {
        return identity.capabilities().contains(Capabilities.PRIVATE_ADDRESS_CONNECTIVITY);
    }

    /** Whether it gets everything under SSRCs of its own. */
    public boolean hasSsrcRewriting() {
        return identity.capabilities().contains(Capabilities.SSRC_REWRITING);
    }

    /** Whether what it gets under these names a media section of its own. */
    public boolean hasMidDemux() {
        return hasSsrcRewriting() && identity.capabilities().contains(Capabilities.RTP_MID_DEMUX);
    }

    public String channelPassword() {
        return identity.channelPassword();
    }

    public EndpointSpec spec() {
        return spec;
    }

    public MediaEndpoint media() {
        return media;
    }

    public IceRestarts restarts() {
        return restarts;
    }

    /** What the peer told of its transport; the first DTLS role that it leaves to us stays. */
    public void remote(RemoteTransport remote) {
        media.remoteTransport(remote);
        restarts.onRemote(remote.iceRestart());
        if (dtlsRole == null) {
            dtlsRole = remote.localDtlsRole();
        }
    }

    /** Our DTLS role, null while the peer has not chosen. */
    @Nullable
    public DtlsRole dtlsRole() {
        return dtlsRole;
    }

    public ReceiverState receiver() {
        return receiver;
    }

    public NegotiatedMedia negotiated() {
        return negotiated;
    }

    public void negotiated(NegotiatedMedia newMedia) {
        negotiated = newMedia;
    }

    public List<DeclaredSource> sources() {
        return sources;
    }

    public void sources(List<DeclaredSource> newSources) {
        sources = newSources;
    }

    /** Both kinds at once: what is not muted is unmuted. */
    public void forceMute(ForceMute mute) {
        EnumSet<MediaKind> kinds = EnumSet.noneOf(MediaKind.class);
        if (mute.audio()) {
            kinds.add(MediaKind.AUDIO);
        }
        if (mute.video()) {
            kinds.add(MediaKind.VIDEO);
        }
        mutedKinds = Set.copyOf(kinds);
    }

    /** Those that its client has open. */
    public ClientChannels channels() {
        return channels;
    }

    /** Names of the video sources it gets now. */
    public List<String> forwardedVideo() {
        return forwardedVideo;
    }

    /** The same names without their order. */
    public Set<String> forwardedNames() {
        return forwardedNames;
    }

    /** What it gets of the others' video, and why. */
    public Allocation allocation() {
        return allocation;
    }

    public void allocation(Allocation newAllocation) {
        allocation = newAllocation;
        forwardedVideo = newAllocation.forwardedSources();
        forwardedNames = Set.copyOf(forwardedVideo);
    }

    /** What it and the bridge said to each other, in numbers. */
    public MessageCounts messages() {
        return messages;
    }

    /** How fast its client may talk; any thread. */
    public MessagePace pace() {
        return pace;
    }

    public SourceVideoTypes videoTypes() {
        return videoTypes;
    }

    /** Whether the bridge hears from it. */
    public boolean isActive() {
        return isActive;
    }

    public void isActive(boolean newState) {
        isActive = newState;
    }

    /** How good its connection is. */
    public ConnectionMeter connection() {
        return connection;
    }

    /** Whether its client wants to know how good connections are. */
    public QualitySubscription qualitySubscription() {
        return qualitySubscription;
    }

    public void qualitySubscription(QualitySubscription subscription) {
        qualitySubscription = subscription;
    }

    /** How much video it can take, as far as anybody knows. */
    public Budget budget(long nowNs) {
        SelectionPolicy policy = receiver.config().selection();
        Budget estimated = Budget.of(
                policy.trustsEstimates(),
                negotiated.hasRetransmission(),
                nowNs - createdAtNs < policy.ignoredAtFirst().toNanos(),
                media.stats().downlinkBps(),
                receiver.assumedBandwidthBps(),
                policy.assumedBandwidthLimitBps());
        return policy.guardsAgainstLoss() ? estimated.under(media.stats().lossLimitBps()) : estimated;
    }

    /** Whether it matters to it how large others' layers are or what they cost. */
    public boolean weighsLayers(long nowNs) {
        return receiver.limitsHeights() || budget(nowNs).isLimited();
    }

    /** @param withLayers whether it matters to anybody which layers it sends */
    public Member member(boolean withLayers, long nowNs) {
        return new Member(
                media.key(),
                negotiated.payloadTypes(),
                negotiated.extensionIds(),
                negotiated.acceptsTwoByteExtensions(),
                List.of(new Sender(media.key(), sources, mutedKinds, shows(withLayers))),
                new Member.Wishes(receiver.asked(), receiver.audio(), budget(nowNs), videoSlots()));
    }

    /** Under how many SSRCs it gets video. */
    private int videoSlots() {
        return hasSsrcRewriting() ? receiver.config().slots().video() : LastN.UNLIMITED;
    }

    private Sender.Video shows(boolean withLayers) {
        Set<String> disabled = new HashSet<>();
        Set<String> screens = new HashSet<>();
        for (DeclaredSource source : sources) {
            if (source.kind() == MediaKind.VIDEO) {
                switch (videoTypes.of(source.name())) {
                    case NONE, DISABLED -> disabled.add(source.name());
                    case DESKTOP, DESKTOP_HIGH_FPS -> screens.add(source.name());
                    case CAMERA -> {
                        // The usual.
                    }
                }
            }
        }
        return new Sender.Video(disabled, screens, withLayers ? media.layers() : Map.of());
    }

    /** Whether anything authenticated ever came from it. */
    public boolean wasHeard() {
        return lastActivityNs() != createdAtNs;
    }

    /** When something authenticated last came from it, or it was created. */
    public long lastActivityNs() {
        long heardNs = media.stats().lastActivityNs();
        return heardNs == 0 || heardNs - createdAtNs < 0 ? createdAtNs : heardNs;
    }

    public EndpointSnapshot snapshot() {
        EndpointStats stats = media.stats();
        return new EndpointSnapshot(
                identity.id(),
                identity.statsId(),
                identity.isVisitor(),
                transport.iceState(),
                transport.isDtlsConnected(),
                channels.current() != null,
                sources.stream().map(DeclaredSource::name).toList(),
                forwardedVideo,
                mutedKinds,
                receiver.effective(),
                allocation,
                isActive,
                messages.snapshot(),
                new EndpointSnapshot.Connection(
                        connection.score(), connection.measured().starved()),
                stats);
    }
}
