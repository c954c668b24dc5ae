package org.starbridge.transport.sctp.receive;

import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.sctp.SctpConfig;
import org.starbridge.transport.sctp.SctpCounts;
import org.starbridge.transport.sctp.SctpDropReason;
import org.starbridge.transport.sctp.SctpSink;
import org.starbridge.transport.sctp.packet.Chunk;
import org.starbridge.transport.sctp.packet.PacketAssembler;
import org.starbridge.transport.sctp.packet.PacketBytes;

/**
 * The receiving half of an association: DATA and FORWARD TSN come in, messages and SACKs go out (RFC 9260 section 6.2).
 */
public final class Reception {
    private static final int PACKETS_PER_SACK = 2;

    /**
     * Associations that each hold a part of a long message can use up the memory of all, so that none gets the rest:
     * after so long a message is given up.
     */
    private static final long STALL_NS = 10_000_000_000L;

    private final long sackDelayNs;
    private final long sackSilenceNs;
    private final SctpCounts counts;
    private final InboundTsns tsns;
    private final ReceiveMemory memory;
    private final Reassembly reassembly;
    private boolean isDataInPacket;
    private boolean isSackUrgent;
    private int packetsSinceSack;
    private long sackAtNs = Long.MAX_VALUE;
    /**
     * From then on the peer counts as silent. At first it does: its first round trip is not to be delayed (RFC 9260
     * section 5.1).
     */
    private long silentAtNs = Long.MIN_VALUE;

    /** Since when there is no room for the next one missing. */
    private long stalledSinceNs = Long.MAX_VALUE;

    public Reception(SctpConfig config, ReceiveBudget budget, SctpCounts counts, long initialTsn, int streams) {
        sackDelayNs = config.timers().sackDelay().toNanos();
        sackSilenceNs = config.timers().sackSilence().toNanos();
        this.counts = counts;
        tsns = new InboundTsns(initialTsn);
        memory = new ReceiveMemory(config, budget);
        reassembly = new Reassembly(config, streams, memory, counts);
    }

    /** Verdict on whether the association can go on; if not, {@code cause} says why. */
    public enum Verdict {
        FINE,
        NO_USER_DATA,
        PROTOCOL_VIOLATION
    }

    public Verdict onData(long nowNs, Chunk.Data data, SctpSink sink) {
        if (data.payload().length == 0) {
            counts.add(SctpDropReason.EMPTY_DATA);
            return Verdict.NO_USER_DATA;
        }
        isDataInPacket = true;
        isSackUrgent |= data.wantsSackNow();
        long tsn = PacketBytes.extend32(data.tsn(), tsns.cumulativeTsn());
        if (tsns.isKnown(tsn)) {
            counts.add(SctpDropReason.DUPLICATE_DATA);
            tsns.onDuplicate(tsn);
            return Verdict.FINE;
        }
        if (tsns.isTooFar(tsn)) {
            counts.add(SctpDropReason.TSN_OUT_OF_WINDOW);
            return Verdict.FINE;
        }
        if (data.streamId() >= reassembly.streams()) {
            counts.add(SctpDropReason.NO_SUCH_STREAM);
            tsns.add(tsn); // Acknowledged, else it would come endlessly (RFC 9260 section 6.5).
            return Verdict.FINE;
        }
        boolean isNext = tsn == tsns.cumulativeTsn() + 1;
        boolean isLastTry = isNext && stalledSinceNs != Long.MAX_VALUE && nowNs - stalledSinceNs > STALL_NS;
        return switch (reassembly.onData(tsn, data, isNext, isLastTry, sink)) {
            case TAKEN -> {
                stalledSinceNs = isNext ? Long.MAX_VALUE : stalledSinceNs;
                isSackUrgent |= !isNext || tsns.hasGaps();
                tsns.add(tsn);
                yield Verdict.FINE;
            }
            case NO_ROOM -> {
                counts.add(SctpDropReason.RECEIVE_MEMORY_FULL);
                stalledSinceNs = isNext ? Math.min(stalledSinceNs, nowNs) : stalledSinceNs;
                isSackUrgent = true;
                yield Verdict.FINE;
            }
            case CONFLICT -> {
                counts.add(SctpDropReason.FRAGMENT_CONFLICT);
                yield Verdict.PROTOCOL_VIOLATION;
            }
        };
    }

    public void onForwardTsn(Chunk.ForwardTsn skip, SctpSink sink) {
        long tsn = PacketBytes.extend32(skip.cumulativeTsn(), tsns.cumulativeTsn());
        isDataInPacket = true;
        isSackUrgent = true;
        if (tsns.isTooFar(tsn)) {
            counts.add(SctpDropReason.BAD_FORWARD_TSN);
        } else if (tsn > tsns.cumulativeTsn()) {
            tsns.advanceTo(tsn);
            reassembly.onSkip(tsn, skip.skipped(), sink);
        }
    }

    /**
     * All chunks of a packet were taken. An acknowledgement is due in this call, soon, or, when the peer was silent
     * before, as soon as the owner asks for timers that are due: with what it sends until then, if it sends anything.
     */
    public void onPacketEnd(long nowNs) {
        if (!isDataInPacket) {
            return;
        }
        isDataInPacket = false;
        packetsSinceSack++;
        isSackUrgent |= tsns.hasDuplicates() || packetsSinceSack >= PACKETS_PER_SACK;
        boolean wasSilent = nowNs >= silentAtNs;
        silentAtNs = nowNs + sackSilenceNs;
        sackAtNs = isSackUrgent || wasSilent ? nowNs : Math.min(sackAtNs, nowNs + sackDelayNs);
    }

    /** An acknowledgement that has waited long enough waits no longer. */
    public void onTimeout(long nowNs) {
        isSackUrgent |= sackAtNs <= nowNs;
    }

    /** Returns whether an acknowledgement has to go now, even if nothing else does. */
    public boolean isSackUrgent() {
        return isSackUrgent;
    }

    /** Returns whether an acknowledgement is on its way and may travel with what is sent anyway. */
    public boolean isSackPending() {
        return sackAtNs != Long.MAX_VALUE;
    }

    public void writeSack(PacketAssembler out) {
        sackAtNs = Long.MAX_VALUE;
        isSackUrgent = false;
        packetsSinceSack = 0;
        out.add(tsns.sack(memory.windowBytes()));
    }

    public long nextDeadlineNs() {
        return sackAtNs;
    }

    public long cumulativeTsn() {
        return tsns.cumulativeTsn();
    }

    /** See {@link Reassembly#onReset}. */
    public void onReset(int[] streamIds) {
        reassembly.onReset(streamIds);
    }

    /** Part of a snapshot. */
    public void state(State state) throws StateException {
        isSackUrgent = state.bool(isSackUrgent);
        packetsSinceSack = state.i32(packetsSinceSack, 0, Integer.MAX_VALUE);
        sackAtNs = state.time(sackAtNs);
        silentAtNs = state.time(silentAtNs);
        stalledSinceNs = state.time(stalledSinceNs);
        tsns.state(state);
        reassembly.state(state);
    }

    /** Returns the number of the peer's streams. */
    public int streams() {
        return reassembly.streams();
    }

    public int heldBytes() {
        return memory.heldBytes();
    }

    public void close() {
        memory.releaseAll();
    }
}
