package org.starbridge.control.participant;

import java.util.List;
import java.util.Set;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.selection.Member;
import org.starbridge.control.selection.Sender;
import org.starbridge.lastn.allocation.Allocation;
import org.starbridge.lastn.allocation.Budget;
import org.starbridge.lastn.allocation.LastN;
import org.starbridge.media.api.BandwidthEstimate;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Reception of one endpoint: what it negotiated, the constraints that its client sent, how much it can take, and what
 * selection gave it. Guarded by the conference's lock.
 */
public final class Reception {
    private static final int CONSTRAINTS_PART = 10;

    private final ReceiverState constraints;
    private final ReceiverBudgets budgets;

    /** Under how many SSRCs it gets video; {@link LastN#UNLIMITED} if SSRCs are not rewritten. */
    private final int videoSlots;

    private NegotiatedMedia negotiated = NegotiatedMedia.NONE;
    private Allocation allocation = Allocation.NOTHING;
    private BandwidthEstimate estimate = BandwidthEstimate.NONE;
    private List<String> forwardedVideo = List.of();
    private Set<String> forwardedNames = Set.of();

    Reception(ConferenceConfig config, EndpointCapabilities capabilities, long createdAtNs) {
        this.constraints = new ReceiverState(config);
        this.budgets = new ReceiverBudgets(config.selection(), createdAtNs);
        this.videoSlots = capabilities.hasSsrcRewriting()
                ? capabilities.slots(config.slots()).video()
                : LastN.UNLIMITED;
    }

    public ReceiverState constraints() {
        return constraints;
    }

    public NegotiatedMedia negotiated() {
        return negotiated;
    }

    public void negotiated(NegotiatedMedia newMedia) {
        negotiated = newMedia;
    }

    /** Returns what it gets of the others' video, and why. */
    public Allocation allocation() {
        return allocation;
    }

    public void allocation(Allocation newAllocation) {
        allocation = newAllocation;
        forwardedVideo = newAllocation.forwardedSources();
        forwardedNames = Set.copyOf(forwardedVideo);
    }

    /** The estimate that {@link #allocation} was decided by. */
    public BandwidthEstimate estimate() {
        return estimate;
    }

    /** Names of the video sources it gets, most important first. */
    public List<String> forwardedVideo() {
        return forwardedVideo;
    }

    /** The same names without their order. */
    public Set<String> forwardedNames() {
        return forwardedNames;
    }

    /** Returns how much video it can take, as far as that is known. */
    Budget budget(EndpointStats stats, long nowNs) {
        return budgets.of(stats, negotiated.hasRetransmission(), constraints.assumedBandwidthBps(), nowNs);
    }

    /** Returns whether the height or the cost of others' layers matters to it. */
    boolean weighsLayers(EndpointStats stats, long nowNs) {
        return constraints.limitsLayers()
                || budgets.followEstimates()
                || budget(stats, nowNs).isLimited();
    }

    /** As selection sees it. */
    Member member(int endpointKey, List<Sender> senders, EndpointStats stats, long nowNs) {
        estimate = stats.bandwidth();
        return new Member(
                endpointKey,
                negotiated.payloadTypes(),
                negotiated.extensionIds(),
                negotiated.acceptsTwoByteExtensions(),
                senders,
                new Member.Wishes(constraints.asked(), constraints.audio(), budget(stats, nowNs), videoSlots));
    }

    /** Its part of a snapshot; what it gets is selected again. */
    void state(State state) throws StateException {
        negotiated = NegotiatedMedia.state(state, negotiated);
        state.part(CONSTRAINTS_PART, 1, constraints::state);
    }
}
