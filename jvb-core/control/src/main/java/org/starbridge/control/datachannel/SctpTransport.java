package org.starbridge.control.datachannel;

import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Sctp;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.DataChannelTransport;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * The mailbox of one peer's association: any thread puts packets, messages and the timer into it; everything else
 * belongs to the thread that works on it.
 */
final class SctpTransport implements DataChannelTransport {
    /** Packets and messages that wait; a client's window holds some 400 packets, but it begins with four. */
    private static final int MAX_WAITING = 512;

    /** Tasks that do not wait take microseconds, unless the machine has no time for them. */
    private static final long REST_LIMIT_NS = 1_000_000_000;

    private final SctpTransports transports;
    private final SerialExecutor mailbox;
    private final InboundMemory memory;
    private final ChannelDelivery delivery;
    private final ChannelAssociation association;
    private volatile long deadlineNs = Long.MAX_VALUE;

    /** Under the lock of {@link DeadlineTimers}, which alone uses it: when this transport's alarm rings. */
    long alarmGrain = Long.MAX_VALUE;

    SctpTransport(SctpTransports transports, Sctp.Role role) {
        this.transports = transports;
        SctpTransports.Surroundings surroundings = transports.surroundings();
        mailbox = new SerialExecutor(surroundings.shared(), surroundings.patient(), MAX_WAITING, this::beforeRest);
        memory = new InboundMemory(surroundings.memory());
        delivery = new ChannelDelivery(transports, mailbox, memory);
        association = new ChannelAssociation(transports, role, mailbox, delivery);
    }

    @Override
    public void serve(ChannelSlot slot) {
        delivery.serve(slot);
    }

    @Override
    public void onConnected(Outlet outlet) {
        mailbox.post(() -> {
            association.onConnected(outlet);
            delivery.resume();
        });
    }

    @Override
    public void onData(byte[] record) {
        if (!mailbox.runNow(() -> association.onPacket(record)) && !offer(record)) {
            transports.countRefusedPacket();
        }
    }

    private boolean offer(byte[] record) {
        if (!memory.take(record.length)) {
            return false;
        }
        boolean isTaken = mailbox.offer(() -> {
            memory.giveBack(record.length);
            association.onPacket(record);
        });
        if (!isTaken) {
            memory.giveBack(record.length);
        }
        return isTaken;
    }

    @Override
    public void onEnded() {
        mailbox.post(association::onEnded);
    }

    @Override
    public @Nullable BridgeChannel state(State state) throws StateException {
        @Nullable OpenChannel[] open = new @Nullable OpenChannel[1];
        boolean hasRun = mailbox.runAtRest(REST_LIMIT_NS, () -> open[0] = association.state(state, delivery));
        if (!hasRun) {
            throw new StateException("a data channel has too much to do");
        }
        return open[0];
    }

    /** Nothing waits in the mailbox. */
    private void beforeRest() {
        association.onIdle();
        long next = association.nextDeadlineNs();
        if (next != deadlineNs) {
            deadlineNs = next;
            transports.alarms().update(this);
        }
    }

    /** Of the association; any thread. */
    long deadlineNs() {
        return deadlineNs;
    }

    /** On the timer's thread. The deadline may have moved since the alarm was set. */
    void onAlarm() {
        if (deadlineNs <= transports.surroundings().clockNs().getAsLong()) {
            mailbox.post(association::onTimer);
        } else {
            transports.alarms().update(this);
        }
    }
}
