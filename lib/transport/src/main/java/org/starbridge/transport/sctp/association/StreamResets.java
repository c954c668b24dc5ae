package org.starbridge.transport.sctp.association;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.sctp.SctpCounts;
import org.starbridge.transport.sctp.SctpDropReason;
import org.starbridge.transport.sctp.SctpSink;
import org.starbridge.transport.sctp.packet.Chunk;
import org.starbridge.transport.sctp.packet.ChunkWriter;
import org.starbridge.transport.sctp.packet.PacketAssembler;
import org.starbridge.transport.sctp.packet.PacketBytes;
import org.starbridge.transport.sctp.receive.Reception;
import org.starbridge.transport.sctp.send.RoundTrip;
import org.starbridge.transport.sctp.send.Transmission;

/**
 * Stream reset (RFC 6525): our requests, one at a time and again until they are answered, and the peer's. A stream of
 * ours is reset when nothing of it waits for its first turn; the peer waits for what is under way.
 */
final class StreamResets {
    private static final int MAX_STREAMS = 1 << 16;
    private static final int NOTHING_TO_DO = 0;
    private static final int PERFORMED = 1;
    private static final int DENIED = 2;
    private static final int BAD_SEQUENCE_NUMBER = 5;
    private static final int IN_PROGRESS = 6;

    private final Transmission transmission;
    private final Reception reception;
    private final RoundTrip roundTrip;
    private final SctpCounts counts;
    private final boolean isKnownToPeer;
    private @Nullable BitSet wanted;
    private int @Nullable [] requested;
    private long requestedLastTsn;
    private int nextRequest;
    private long retryAtNs = Long.MAX_VALUE;
    private int expectedRequest;
    private int lastResult = NOTHING_TO_DO;

    StreamResets(
            Transmission transmission,
            Reception reception,
            RoundTrip roundTrip,
            SctpCounts counts,
            int localInitialTsn,
            int peerInitialTsn,
            boolean isKnownToPeer) {
        this.transmission = transmission;
        this.reception = reception;
        this.roundTrip = roundTrip;
        this.counts = counts;
        this.isKnownToPeer = isKnownToPeer;
        nextRequest = localInitialTsn;
        expectedRequest = peerInitialTsn;
    }

    /** Returns whether the peer can reset streams at all. */
    boolean isPossible() {
        return isKnownToPeer;
    }

    /** Wants streams of ours reset as soon as possible. */
    void request(int[] streamIds) {
        if (wanted == null) {
            wanted = new BitSet();
        }
        for (int streamId : streamIds) {
            wanted.set(streamId);
        }
    }

    /** Returns whether the stream's next message may not be sent yet. */
    boolean isBusy(int streamId) {
        if (wanted != null && wanted.get(streamId)) {
            return true;
        }
        return requested != null && Arrays.stream(requested).anyMatch(id -> id == streamId);
    }

    long nextDeadlineNs() {
        return retryAtNs;
    }

    boolean isIdle() {
        return requested == null && wanted == null;
    }

    /** Writes a request that is due: the first time, or again. */
    void transmit(long nowNs, PacketAssembler out) {
        if (requested == null) {
            begin();
        }
        int[] streamIds = requested;
        if (streamIds != null && (retryAtNs == Long.MAX_VALUE || nowNs >= retryAtNs)) {
            retryAtNs = nowNs + roundTrip.timeoutNs();
            out.add(ChunkWriter.outgoingReset(nextRequest, expectedRequest - 1, requestedLastTsn, streamIds));
        }
    }

    boolean hasToSend(long nowNs) {
        return requested == null ? isAnyReady() : retryAtNs == Long.MAX_VALUE || nowNs >= retryAtNs;
    }

    private boolean isAnyReady() {
        return wanted != null && wanted.stream().anyMatch(this::isReady);
    }

    private boolean isReady(int streamId) {
        return !transmission.queue().holds(streamId);
    }

    private void begin() {
        if (wanted == null || !isAnyReady()) {
            return;
        }
        int[] ready = wanted.stream().filter(this::isReady).limit(256).toArray();
        for (int streamId : ready) {
            wanted.clear(streamId);
        }
        if (wanted.isEmpty()) {
            wanted = null;
        }
        requested = ready;
        requestedLastTsn = transmission.lastTsn();
        retryAtNs = Long.MAX_VALUE;
    }

    /** Handles what the peer wants or answers; {@code out} takes the chunks that we answer. */
    void onReconfig(long nowNs, Chunk.Reconfig reconfig, Consumer<byte[]> out, SctpSink sink) {
        for (Chunk.Reconfig.Parameter parameter : reconfig.parameters()) {
            switch (parameter) {
                case Chunk.Reconfig.OutgoingReset reset ->
                    answer(reset.requestNumber(), () -> perform(reset, sink), out);
                case Chunk.Reconfig.IncomingReset reset ->
                    answer(reset.requestNumber(), () -> takeWish(reset.streamIds()), out);
                case Chunk.Reconfig.OtherRequest other -> answer(other.requestNumber(), () -> DENIED, out);
                case Chunk.Reconfig.Response response -> onResponse(nowNs, response, sink);
            }
        }
    }

    /** A request that was "in progress" may be put again under the same number (RFC 6525 section 5.2.1). */
    private void answer(int number, IntSupplier work, Consumer<byte[]> out) {
        int result;
        if (number == expectedRequest) {
            result = work.getAsInt();
            lastResult = result;
            expectedRequest++;
        } else if (number == expectedRequest - 1) {
            result = lastResult == IN_PROGRESS ? work.getAsInt() : lastResult;
            lastResult = result;
        } else {
            counts.add(SctpDropReason.BAD_RECONFIG);
            result = BAD_SEQUENCE_NUMBER;
        }
        out.accept(ChunkWriter.reconfigResponse(number, result));
    }

    private int perform(Chunk.Reconfig.OutgoingReset reset, SctpSink sink) {
        if (PacketBytes.extend32(reset.lastTsn(), reception.cumulativeTsn()) > reception.cumulativeTsn()) {
            return IN_PROGRESS;
        }
        reception.onReset(reset.streamIds());
        sink.onIncomingReset(reset.streamIds());
        return PERFORMED;
    }

    private int takeWish(int[] streamIds) {
        int streams = transmission.queue().streams();
        if (streamIds.length == 0 || Arrays.stream(streamIds).anyMatch(id -> id >= streams)) {
            return DENIED;
        }
        request(streamIds);
        return PERFORMED;
    }

    void state(State state) throws StateException {
        List<Integer> ids = state.list(
                wanted == null ? List.of() : wanted.stream().boxed().toList(), MAX_STREAMS, StreamResets::streamId);
        int[] known = requested;
        List<Integer> asked = state.list(
                known == null ? List.of() : Arrays.stream(known).boxed().toList(), MAX_STREAMS, StreamResets::streamId);
        requestedLastTsn = PacketBytes.stateOfTsn(state, requestedLastTsn);
        nextRequest = state.i32(nextRequest);
        retryAtNs = state.time(retryAtNs);
        expectedRequest = state.i32(expectedRequest);
        lastResult = state.i32(lastResult);
        if (state.isReading()) {
            if (!ids.isEmpty()) {
                request(ids.stream().mapToInt(Integer::intValue).toArray());
            }
            requested = asked.isEmpty()
                    ? null
                    : asked.stream().mapToInt(Integer::intValue).toArray();
        }
    }

    private static Integer streamId(State state, @Nullable Integer known) throws StateException {
        return state.i32(known == null ? 0 : known, 0, MAX_STREAMS - 1);
    }

    private void onResponse(long nowNs, Chunk.Reconfig.Response response, SctpSink sink) {
        int[] streamIds = requested;
        if (streamIds == null || response.responseNumber() != nextRequest) {
            return; // An answer that came twice.
        }
        if (response.result() == IN_PROGRESS) {
            retryAtNs = nowNs + roundTrip.timeoutNs();
            return;
        }
        boolean isPerformed = response.result() == PERFORMED || response.result() == NOTHING_TO_DO;
        if (isPerformed) {
            transmission.queue().resetSsns(streamIds);
        }
        nextRequest++;
        requested = null;
        retryAtNs = Long.MAX_VALUE;
        sink.onOutgoingReset(streamIds, isPerformed);
    }
}
