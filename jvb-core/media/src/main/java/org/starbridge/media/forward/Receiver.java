package org.starbridge.media.forward;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.capture.PacketCapture;
import org.starbridge.media.capture.PacketWatch;
import org.starbridge.media.capture.TwoWatches;
import org.starbridge.media.cost.CostMeter;
import org.starbridge.media.downlink.CongestionControl;
import org.starbridge.media.downlink.CongestionControl.Feedback;
import org.starbridge.media.downlink.LinkLoss;
import org.starbridge.media.downlink.RedundancyRule;
import org.starbridge.media.source.AudioPolicy;
import org.starbridge.media.source.Negotiation;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.srtp.SrtpSender;
import org.starbridge.transport.udp.SocketAddresses;

/** An endpoint as a receiver of packets: where they go, under which keys, and what it can take. Owned by its worker. */
public final class Receiver implements AutoCloseable {
    private static final int REDUNDANCY_PART = 10;
    private static final int CONGESTION_PART = 20;

    private final Slab destination = Slab.allocate(SocketAddresses.SIZE_BYTES);
    private final RetransmissionBudget budget;
    private final CongestionControl congestion;
    private final CostMeter cost = new CostMeter();
    private Negotiation negotiation = Negotiation.NONE;
    private AudioPolicy.Added added = AudioPolicy.Added.NONE;
    /** Null of a receiver for which no redundancy is ever added. */
    private @Nullable RedundancyRule redundancyRule;

    private @Nullable SrtpSender srtp;
    private @Nullable PacketCapture capture;
    private @Nullable PacketWatch log;
    /** Of both, in one field that packets look at. */
    private @Nullable PacketWatch watch;

    private boolean reachable;
    private long packetsSent;
    private long bytesSent;
    private long audioBytesSent;

    /** One that has no address yet, what its NACKs may cost, and what its link carries. */
    public Receiver(RetransmissionLimits limits, CongestionControl congestion) {
        budget = new RetransmissionBudget(limits);
        this.congestion = congestion;
    }

    /** One whose bandwidth is not estimated. */
    public Receiver(RetransmissionLimits limits) {
        this(limits, CongestionControl.none());
    }

    /** Called when what it negotiated changed. */
    public void negotiation(Negotiation negotiation) {
        this.negotiation = negotiation;
        congestion.negotiated(
                negotiation.hasTransportFeedback()
                        ? Feedback.PROMISED
                        : negotiation.mayHaveTransportFeedback() ? Feedback.POSSIBLE : Feedback.NONE);
    }

    public Negotiation negotiation() {
        return negotiation;
    }

    /** Called when it may be sent redundant audio that the bridge makes, or not; a receiver without RED gets none. */
    public void addedRedundancy(AudioPolicy.Added added) {
        this.added = added;
        boolean isPossible = added.frames() > 0 && negotiation.redundancyType() != Negotiation.NO_TYPE;
        redundancyRule = !isPossible ? null : redundancyRule == null ? new RedundancyRule() : redundancyRule;
    }

    /** Returns how much redundancy is added. */
    AudioPolicy.Added addedRedundancy() {
        return added;
    }

    /** Returns whether redundancy is added now. None is while a queue in front of the receiver drains. */
    boolean addsRedundancy() {
        RedundancyRule rule = redundancyRule;
        return rule != null && rule.isOn() && !congestion.isDraining();
    }

    /** It reported what it lost of one stream. */
    public void onReportedLoss(LinkLoss loss, long nowNs) {
        RedundancyRule rule = redundancyRule;
        if (rule != null) {
            rule.onReport(loss, congestion.targetBps(), nowNs);
        }
    }

    /** Its keys for what we send; null when they are gone. */
    public void keys(@Nullable SrtpSender srtp) {
        this.srtp = srtp;
    }

    /** Its keys for what we send, also while nothing may be sent; null before the handshake. */
    public @Nullable SrtpSender keys() {
        return srtp;
    }

    /** Its part of a snapshot, without keys and address. */
    public void state(State state) throws StateException {
        budget.state(state);
        packetsSent = state.i64(packetsSent);
        bytesSent = state.i64(bytesSent);
        audioBytesSent = state.i64(audioBytesSent);
        if (redundancyRule != null) {
            state.part(REDUNDANCY_PART, 1, redundancyRule::state);
        }
        state.part(CONGESTION_PART, 1, congestion::state);
    }

    /** The native socket address that packets go to; written when a pair is selected. */
    public long destination() {
        return destination.address();
    }

    /** Sets whether there is an address with the peer's consent (RFC 7675). */
    public void reachable(boolean reachable) {
        this.reachable = reachable;
    }

    /** Its keys, if packets may be sent to it now, else null. */
    public @Nullable SrtpSender ready() {
        return reachable ? srtp : null;
    }

    /** Returns the capture that copies its packets; null mostly. */
    public @Nullable PacketCapture capture() {
        return capture;
    }

    /** From now on its packets are copied into another capture, or into none. The former one ends. */
    public void capture(@Nullable PacketCapture next) {
        PacketCapture former = capture;
        capture = next;
        combineWatches();
        if (former != null && former != next) {
            former.end();
        }
    }

    /** From now on this log has its packets, too; null for none. */
    public void log(@Nullable PacketWatch log) {
        this.log = log;
        combineWatches();
    }

    private void combineWatches() {
        PacketCapture copies = capture;
        PacketWatch logs = log;
        watch = copies == null ? logs : logs == null ? copies : new TwoWatches(copies, logs);
    }

    /** Returns the observer of its packets; null mostly. */
    public @Nullable PacketWatch watch() {
        return watch;
    }

    /** Returns the meter of what the endpoint costs, also as a sender. */
    public CostMeter cost() {
        return cost;
    }

    /** Returns the control of what its link carries. */
    public CongestionControl congestion() {
        return congestion;
    }

    RetransmissionBudget budget() {
        return budget;
    }

    boolean accepts(int payloadType) {
        return negotiation.payloadType(payloadType) != null;
    }

    /** The transport-wide sequence number of the packet that leaves next. */
    int transportSequence() {
        return congestion.nextNumber();
    }

    /** An RTP packet left; with {@link #transportSequence()} if packets of its kind are numbered. */
    void onMediaSent(MediaKind kind, int lengthBytes, long nowNs) {
        if (negotiation.stampedTransportSequenceId(kind) == 0) {
            congestion.onUnnumberedSent(lengthBytes);
        } else {
            congestion.onSent(lengthBytes, nowNs);
        }
        if (kind == MediaKind.AUDIO) {
            audioBytesSent += lengthBytes;
            congestion.onAudioSent(lengthBytes);
        }
        onSent(lengthBytes);
    }

    /** A packet left. */
    public void onSent(int lengthBytes) {
        packetsSent++;
        bytesSent += lengthBytes;
    }

    /** RTP and RTCP packets that left. */
    public long packetsSent() {
        return packetsSent;
    }

    /** Their bytes, UDP payload. */
    public long bytesSent() {
        return bytesSent;
    }

    /** The audio among {@link #bytesSent}. */
    public long audioBytesSent() {
        return audioBytesSent;
    }

    @Override
    public void close() {
        srtp = null;
        capture(null);
        log(null);
        destination.close();
    }
}
