package org.starbridge.transport.sctp.send;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.sctp.SctpConfig;
import org.starbridge.transport.sctp.SctpDropReason;
import org.starbridge.transport.sctp.packet.Chunk;
import org.starbridge.transport.sctp.packet.PacketAssembler;
import org.starbridge.transport.sctp.packet.PacketBytes;
import org.starbridge.transport.sctp.send.SentChunk.Fate;

/**
 * The sending half of an association: what is under way, what SACKs say of it, T3, fast retransmission (RFC 9260
 * sections 6 and 7), and giving up (RFC 3758).
 */
public final class Transmission {
    /** A gap report counts in 16 bits, and our own kind takes data no further ahead than 4096. */
    private static final int MAX_UNDER_WAY = 2000;

    /** New packets for one SACK (RFC 9260 section 6.1, Max.Burst). */
    private static final int MAX_BURST = 4;

    private static final int PASSED_OVER_IS_LOST = 3;
    private static final int MAX_STATE_MESSAGES = 1 << 14;

    private final SendQueue queue;
    private final CongestionControl congestion;
    private final RoundTrip roundTrip;
    private final ChunkTimer timer;
    private final int mtuBytes;
    private final boolean canSkip;
    private @Nullable ArrayDeque<SentChunk> sent;
    private long nextTsn;
    private long cumulativeTsn;
    private int bytesUnderWay;
    private int peerWindowBytes;
    private long lastSentNs;
    private long timeoutAtNs = Long.MAX_VALUE;
    private boolean isFastRetransmissionDue;
    private boolean isSkipDue;
    private int timeoutsInRow;

    /**
     * @param streams how many of ours there are
     * @param canSkip whether the peer knows FORWARD TSN; else everything is reliable
     */
    public Transmission(
            SctpConfig config,
            int streams,
            RoundTrip roundTrip,
            long initialTsn,
            int peerWindowBytes,
            boolean canSkip) {
        queue = new SendQueue(config, streams);
        this.roundTrip = roundTrip;
        timer = new ChunkTimer(roundTrip);
        this.peerWindowBytes = peerWindowBytes < 0 ? Integer.MAX_VALUE : peerWindowBytes;
        this.canSkip = canSkip;
        mtuBytes = PacketAssembler.maxFragmentBytes(config);
        congestion = new CongestionControl(mtuBytes);
        nextTsn = initialTsn;
        cumulativeTsn = initialTsn - 1;
    }

    public SendQueue queue() {
        return queue;
    }

    /** Returns whether the peer knows FORWARD TSN. */
    public boolean canSkip() {
        return canSkip;
    }

    public long lastTsn() {
        return nextTsn - 1;
    }

    public long nextDeadlineNs() {
        return timeoutAtNs;
    }

    /** Nothing waits and nothing is unacknowledged. */
    public boolean isIdle() {
        return queue.isEmpty() && isAllAcknowledged();
    }

    public boolean isAllAcknowledged() {
        return sent == null;
    }

    /** T3 fired so often since the peer last acknowledged anything. */
    public int timeoutsInRow() {
        return timeoutsInRow;
    }

    /** Takes a SACK, or the acknowledgement in a SHUTDOWN; the answer is null unless it must be refused. */
    @Nullable
    public SctpDropReason onSack(long nowNs, Chunk.Sack sack) {
        long newCumulative = PacketBytes.extend32(sack.cumulativeTsn(), cumulativeTsn);
        int[] gaps = sack.gaps();
        if (newCumulative > lastTsn() || (gaps.length > 0 && newCumulative + gaps[gaps.length - 1] > lastTsn())) {
            return SctpDropReason.SACK_FOR_UNSENT;
        }
        if (newCumulative < cumulativeTsn) {
            return null; // Overtaken by a later one.
        }
        boolean wasFull = bytesUnderWay + mtuBytes > congestion.windowBytes();
        boolean hasAdvanced = newCumulative > cumulativeTsn;
        cumulativeTsn = newCumulative;
        int acknowledged = hasAdvanced ? settle(nowNs) : 0;
        acknowledged += report(nowNs, gaps, hasAdvanced);
        congestion.onAcknowledged(acknowledged, hasAdvanced, wasFull);
        congestion.onCumulative(cumulativeTsn);
        peerWindowBytes = Math.max(0, window(sack.windowBytes()) - bytesUnderWay);
        if (acknowledged > 0 || hasAdvanced) {
            timeoutsInRow = 0;
        }
        if (sent == null) {
            timeoutAtNs = Long.MAX_VALUE;
            congestion.onDrained();
        } else {
            isSkipDue |= sent.getFirst().fate == Fate.ABANDONED;
            if (hasAdvanced) {
                timeoutAtNs = nowNs + roundTrip.timeoutNs();
            }
        }
        return null;
    }

    /** Only the cumulative part: what SHUTDOWN says. */
    @Nullable
    public SctpDropReason onCumulative(long nowNs, int tsn) {
        return onSack(nowNs, new Chunk.Sack(tsn, peerWindowBytes + bytesUnderWay, new int[0]));
    }

    private static int window(int windowBytes) {
        return windowBytes < 0 ? Integer.MAX_VALUE : windowBytes;
    }

    /** Removes what is acknowledged for good; the answer is how many bytes of it are news. */
    private int settle(long nowNs) {
        int acknowledged = 0;
        while (sent != null && sent.getFirst().tsn <= cumulativeTsn) {
            SentChunk chunk = sent.removeFirst();
            if (sent.isEmpty()) {
                sent = null;
            }
            if (chunk.fate == Fate.UNDER_WAY) {
                bytesUnderWay -= chunk.length;
            }
            if (chunk.fate != Fate.REPORTED && chunk.fate != Fate.ABANDONED) {
                acknowledged += chunk.length;
            }
            timer.onAcknowledged(nowNs, chunk);
            queue.onSettled(chunk);
        }
        return acknowledged;
    }

    /** Marks what gap reports name, and counts how often each of the others was passed over (section 7.2.4). */
    private int report(long nowNs, int[] gaps, boolean hasAdvanced) {
        if (sent == null) {
            return 0;
        }
        int acknowledged = 0;
        long highestNews = Long.MIN_VALUE;
        int gap = 0;
        for (SentChunk chunk : sent) {
            long offset = chunk.tsn - cumulativeTsn;
            while (gap < gaps.length && gaps[gap + 1] < offset) {
                gap += 2;
            }
            boolean isReported = gap < gaps.length && offset >= gaps[gap];
            if (isReported && (chunk.fate == Fate.UNDER_WAY || chunk.fate == Fate.LOST)) {
                if (chunk.fate == Fate.UNDER_WAY) {
                    bytesUnderWay -= chunk.length;
                }
                chunk.fate = Fate.REPORTED;
                acknowledged += chunk.length;
                highestNews = chunk.tsn;
                timer.onAcknowledged(nowNs, chunk);
            } else if (!isReported && chunk.fate == Fate.REPORTED) {
                // Dropped again by the peer, or this SACK was overtaken; T3 or the next one tells.
                chunk.fate = Fate.UNDER_WAY;
                bytesUnderWay += chunk.length;
            }
        }
        long highest = congestion.isRecovering() && hasAdvanced && gaps.length > 0
                ? cumulativeTsn + gaps[gaps.length - 1]
                : highestNews;
        passOver(nowNs, highest);
        return acknowledged;
    }

    private void passOver(long nowNs, long belowTsn) {
        for (SentChunk chunk : sentOrNone()) {
            if (chunk.tsn >= belowTsn) {
                return;
            }
            if (chunk.fate == Fate.UNDER_WAY
                    && ++chunk.passedOver >= PASSED_OVER_IS_LOST
                    && !chunk.wasFastRetransmitted) {
                chunk.wasFastRetransmitted = true;
                lose(nowNs, chunk);
                isFastRetransmissionDue = true;
                congestion.onLoss(lastTsn());
            }
        }
    }

    private Iterable<SentChunk> sentOrNone() {
        return sent == null ? List.of() : sent;
    }

    private void lose(long nowNs, SentChunk chunk) {
        chunk.fate = Fate.LOST;
        chunk.passedOver = 0;
        bytesUnderWay -= chunk.length;
        OutgoingMessage message = chunk.message;
        boolean isTriedEnough = message.maxRetransmissions >= 0 && chunk.sends > message.maxRetransmissions;
        if (canSkip && (isTriedEnough || message.isExpired(nowNs))) {
            message.isAbandoned = true;
        }
    }

    /** T3: everything under way counts as lost, and the window is one packet (section 6.3.3). */
    public void onTimeout(long nowNs) {
        if (nowNs < timeoutAtNs) {
            return;
        }
        timeoutAtNs = Long.MAX_VALUE;
        timeoutsInRow++;
        roundTrip.backOff();
        congestion.onTimeout();
        timer.forget();
        isFastRetransmissionDue = false;
        for (SentChunk chunk : sentOrNone()) {
            chunk.passedOver = 0;
            chunk.wasFastRetransmitted = false;
            if (chunk.fate == Fate.UNDER_WAY) {
                lose(nowNs, chunk);
            } else if (chunk.fate == Fate.ABANDONED) {
                isSkipDue = true;
            }
        }
    }

    /** Returns whether {@link #transmit} would send anything. */
    public boolean hasToSend(long nowNs) {
        if (isSkipDue || isFastRetransmissionDue) {
            return true;
        }
        boolean hasRoom = bytesUnderWay < congestion.windowBytes();
        if (hasRoom && sent != null) {
            for (SentChunk chunk : sent) {
                if (chunk.fate == Fate.LOST) {
                    return true;
                }
            }
        }
        OutgoingMessage head = queue.head(nowNs);
        return hasRoom && head != null && mayBegin(queue.nextLength(head));
    }

    private boolean mayBegin(int length) {
        boolean isProbe = sent == null; // Into a closed window goes one chunk, again and again (section 6.1, rule A).
        return (length <= peerWindowBytes || isProbe) && (sent == null || sent.size() < MAX_UNDER_WAY);
    }

    /** Sends what may be sent now. */
    public void transmit(long nowNs, PacketAssembler out) {
        abandon(nowNs);
        if (isFastRetransmissionDue) {
            isFastRetransmissionDue = false;
            sendLost(nowNs, out, true);
        }
        sendLost(nowNs, out, false);
        if (isSkipDue) {
            isSkipDue = false;
            skip(nowNs, out);
        }
        sendNew(nowNs, out);
    }

    /** @param isFast one packet, whatever the window says */
    private void sendLost(long nowNs, PacketAssembler out, boolean isFast) {
        boolean isFirst = true;
        for (SentChunk chunk : sentOrNone()) {
            if (chunk.fate != Fate.LOST) {
                continue;
            }
            boolean isFull = isFast ? !isFirst && !out.hasRoomForData(chunk.length) : !mayRetransmit(chunk);
            if (isFull) {
                return;
            }
            isFirst = false;
            send(nowNs, chunk, out);
        }
    }

    private boolean mayRetransmit(SentChunk chunk) {
        return bytesUnderWay == 0 || bytesUnderWay + chunk.length <= congestion.windowBytes();
    }

    private void send(long nowNs, SentChunk chunk, PacketAssembler out) {
        chunk.fate = Fate.UNDER_WAY;
        chunk.sends++;
        bytesUnderWay += chunk.length;
        lastSentNs = nowNs;
        timer.onSent(nowNs, chunk);
        if (timeoutAtNs == Long.MAX_VALUE || (sent != null && chunk.tsn == sent.getFirst().tsn)) {
            timeoutAtNs = nowNs + roundTrip.timeoutNs();
        }
        out.addData(chunk);
    }

    private void sendNew(long nowNs, PacketAssembler out) {
        if (sent == null && nowNs - lastSentNs > roundTrip.timeoutNs()) {
            congestion.onIdle();
        }
        int windowBytes = Math.min(congestion.windowBytes(), bytesUnderWay + MAX_BURST * mtuBytes);
        OutgoingMessage head = queue.head(nowNs);
        while (head != null) {
            int length = queue.nextLength(head);
            if (bytesUnderWay >= windowBytes || !mayBegin(length)) {
                return;
            }
            SentChunk chunk = queue.nextFragment(head, nextTsn++);
            if (sent == null) {
                sent = new ArrayDeque<>(4);
            }
            sent.add(chunk);
            peerWindowBytes = Math.max(0, peerWindowBytes - length);
            send(nowNs, chunk, out);
            head = queue.head(nowNs);
        }
    }

    /** Gives up all fragments of the messages that are abandoned (RFC 3758 section 3.5, A3). */
    private void abandon(long nowNs) {
        OutgoingMessage head = queue.head(nowNs);
        if (sent != null && head != null && head.isAbandoned) {
            // One TSN stands for all that will not be sent: else the next message would follow a fragment without an
            // end.
            sent.add(queue.rest(head, nextTsn++));
        }
        for (SentChunk chunk : sentOrNone()) {
            if (chunk.message.isAbandoned && chunk.fate != Fate.ABANDONED) {
                if (chunk.fate == Fate.UNDER_WAY && chunk.sends > 0) {
                    bytesUnderWay -= chunk.length;
                }
                chunk.fate = Fate.ABANDONED;
                isSkipDue = true;
            }
        }
    }

    /** Part of a snapshot. */
    public void state(State state) throws StateException {
        nextTsn = PacketBytes.stateOfTsn(state, nextTsn);
        cumulativeTsn = PacketBytes.stateOfTsn(state, cumulativeTsn);
        peerWindowBytes = state.i32(peerWindowBytes, 0, Integer.MAX_VALUE);
        lastSentNs = state.time(lastSentNs);
        timeoutAtNs = state.time(timeoutAtNs);
        isFastRetransmissionDue = state.bool(isFastRetransmissionDue);
        isSkipDue = state.bool(isSkipDue);
        timeoutsInRow = state.i32(timeoutsInRow, 0, Integer.MAX_VALUE);
        congestion.state(state);
        timer.state(state);
        List<OutgoingMessage> waiting = queue.waiting();
        List<OutgoingMessage> messages = state.list(messages(waiting), MAX_STATE_MESSAGES, OutgoingMessage::state);
        int waitingCount = state.i32(waiting.size(), 0, messages.size());
        List<SentChunk> chunks = state.list(
                sent == null ? List.of() : sent,
                MAX_STATE_MESSAGES,
                (each, chunk) -> SentChunk.state(each, chunk, messages));
        if (state.isReading()) {
            take(chunks);
        }
        int sentBytes = 0;
        for (SentChunk chunk : chunks) {
            sentBytes += SendQueue.accountBytes(chunk);
        }
        queue.state(state, messages.subList(messages.size() - waitingCount, messages.size()), sentBytes);
    }

    /** Those of chunks that were sent and do not wait, then those that wait. */
    private List<OutgoingMessage> messages(List<OutgoingMessage> waiting) {
        List<OutgoingMessage> messages = new ArrayList<>();
        for (SentChunk chunk : sentOrNone()) {
            boolean isKnown = !messages.isEmpty() && messages.getLast() == chunk.message;
            if (!isKnown && !waiting.contains(chunk.message)) {
                messages.add(chunk.message);
            }
        }
        messages.addAll(waiting);
        return messages;
    }

    private void take(List<SentChunk> chunks) throws StateException {
        sent = chunks.isEmpty() ? null : new ArrayDeque<>(chunks);
        bytesUnderWay = 0;
        long tsn = cumulativeTsn;
        for (SentChunk chunk : chunks) {
            if (chunk.tsn <= tsn || chunk.tsn >= nextTsn) {
                throw new StateException("a chunk that was sent has an impossible TSN");
            }
            tsn = chunk.tsn;
            bytesUnderWay += chunk.fate == Fate.UNDER_WAY ? chunk.length : 0;
        }
    }

    private void skip(long nowNs, PacketAssembler out) {
        AbandonedChunks run = new AbandonedChunks(cumulativeTsn, sentOrNone());
        if (run.isEmpty()) {
            return;
        }
        out.add(run.forwardTsn());
        if (timeoutAtNs == Long.MAX_VALUE) {
            timeoutAtNs = nowNs + roundTrip.timeoutNs();
        }
    }
}
