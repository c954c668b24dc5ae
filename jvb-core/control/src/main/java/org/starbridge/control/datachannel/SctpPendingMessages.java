package org.starbridge.control.datachannel;

import java.util.function.LongSupplier;
import org.starbridge.control.channel.PendingMessages;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.sctp.SctpConfig;

/**
 * The messages that wait for one client: in the mailbox, in its channel, and in the association until they are
 * acknowledged. Belongs to the thread that works on the mailbox, except {@link #add}.
 */
final class SctpPendingMessages {
    private final PendingMessages pending;
    private final LongSupplier clockNs;
    private int inAssociationBytes;

    SctpPendingMessages(SctpTransports.Settings settings, SctpTransports.Surroundings surroundings) {
        pending = new PendingMessages(surroundings.memory(), settings.messages(), SctpConfig.MESSAGE_OVERHEAD_BYTES);
        clockNs = surroundings.clockNs();
    }

    /** Adds a message, unless a limit is reached; then the result is false. Any thread. */
    boolean add(int lengthBytes) {
        return pending.add(lengthBytes, nowNs());
    }

    /** Removes a message that will not be sent. */
    void remove(int lengthBytes) {
        pending.remove(lengthBytes, nowNs());
    }

    /** The association accepted a message, and has it until it is acknowledged. */
    void onAccepted(int lengthBytes) {
        pending.onHandedOver();
        inAssociationBytes += lengthBytes + SctpConfig.MESSAGE_OVERHEAD_BYTES;
    }

    /** Releases the memory of messages that were acknowledged. {@code bufferedBytes} are still in the association. */
    void onBuffered(int bufferedBytes) {
        if (bufferedBytes < inAssociationBytes) {
            pending.onFreed(inAssociationBytes - bufferedBytes, nowNs());
            inAssociationBytes = bufferedBytes;
        }
    }

    /** Part of a snapshot: what the association has. */
    void state(State state) throws StateException {
        int bytes = state.i32(inAssociationBytes, 0, Integer.MAX_VALUE);
        if (state.isReading() && pending.addHandedOver(bytes, nowNs())) {
            inAssociationBytes = bytes;
        }
    }

    boolean isEmpty() {
        return pending.isEmpty();
    }

    /** Returns whether the client has taken nothing for too long. */
    boolean isStalled() {
        return pending.isStalled(nowNs());
    }

    private long nowNs() {
        return clockNs.getAsLong();
    }
}
