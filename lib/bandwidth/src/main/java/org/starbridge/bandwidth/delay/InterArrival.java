package org.starbridge.bandwidth.delay;

import org.starbridge.bandwidth.state.Fields;

/**
 * Forms groups of packets that were sent together and compares when consecutive groups were sent and arrived (libwebrtc
 * inter_arrival_delta.cc). A run that one system call sent has one send time, so it is one group, however long the link
 * takes to carry it. Packets come in the order of arrival. Owned by one worker.
 */
final class InterArrival {
    private final InterArrivalConfig config;
    private final Group current = new Group();
    private final Group previous = new Group();
    private int reordered;
    private long sendDeltaNs;
    private long arrivalDeltaNs;

    /** A few packets: when the first was sent and arrived, and the last. */
    private static final class Group {
        private boolean isEmpty = true;
        private long firstSendNs;
        private long lastSendNs;
        private long firstArrivalNs;
        private long lastArrivalNs;
        private long lastSystemNs;

        void start(long sendNs, long arrivalNs) {
            isEmpty = false;
            firstSendNs = sendNs;
            lastSendNs = sendNs;
            firstArrivalNs = arrivalNs;
        }

        void end(long sendNs, long arrivalNs, long systemNs) {
            lastSendNs = Math.max(lastSendNs, sendNs);
            lastArrivalNs = arrivalNs;
            lastSystemNs = systemNs;
        }

        void copyFrom(Group other) {
            isEmpty = other.isEmpty;
            firstSendNs = other.firstSendNs;
            lastSendNs = other.lastSendNs;
            firstArrivalNs = other.firstArrivalNs;
            lastArrivalNs = other.lastArrivalNs;
            lastSystemNs = other.lastSystemNs;
        }

        void state(Fields fields) {
            isEmpty = fields.bool(isEmpty);
            firstSendNs = fields.time(firstSendNs);
            lastSendNs = fields.time(lastSendNs);
            firstArrivalNs = fields.i64(firstArrivalNs);
            lastArrivalNs = fields.i64(lastArrivalNs);
            lastSystemNs = fields.time(lastSystemNs);
        }
    }

    InterArrival(InterArrivalConfig config) {
        this.config = config;
    }

    /**
     * Adds one packet.
     *
     * @param systemNs when its feedback came in
     * @return whether it completed a group, so that {@link #sendDeltaNs} and {@link #arrivalDeltaNs} are of two whole
     *     groups
     */
    boolean onPacket(long sendNs, long arrivalNs, long systemNs) {
        boolean complete = false;
        if (current.isEmpty) {
            current.start(sendNs, arrivalNs);
        } else if (sendNs < current.firstSendNs) {
            return false;
        } else if (startsGroup(sendNs, arrivalNs)) {
            if (!previous.isEmpty) {
                if (!compare()) {
                    return false;
                }
                complete = true;
            }
            previous.copyFrom(current);
            current.start(sendNs, arrivalNs);
        }
        current.end(sendNs, arrivalNs, systemNs);
        return complete;
    }

    private boolean startsGroup(long sendNs, long arrivalNs) {
        return !belongsToBurst(sendNs, arrivalNs) && sendNs - current.firstSendNs > config.groupNs();
    }

    private boolean belongsToBurst(long sendNs, long arrivalNs) {
        long sinceSentNs = sendNs - current.lastSendNs;
        if (sinceSentNs == 0) {
            return true;
        }
        long sinceArrivalNs = arrivalNs - current.lastArrivalNs;
        return sinceArrivalNs - sinceSentNs < 0
                && sinceArrivalNs <= config.burstGapNs()
                && arrivalNs - current.firstArrivalNs < config.maxBurstNs();
    }

    /** Sets the deltas; false if the clocks do not allow it. */
    private boolean compare() {
        sendDeltaNs = current.lastSendNs - previous.lastSendNs;
        arrivalDeltaNs = current.lastArrivalNs - previous.lastArrivalNs;
        long systemDeltaNs = current.lastSystemNs - previous.lastSystemNs;
        if (arrivalDeltaNs - systemDeltaNs >= config.clockJumpNs()) {
            reset();
            return false;
        }
        if (arrivalDeltaNs < 0) {
            if (++reordered >= config.reorderedGroups()) {
                reset();
            }
            return false;
        }
        reordered = 0;
        return true;
    }

    void reset() {
        reordered = 0;
        current.isEmpty = true;
        previous.isEmpty = true;
    }

    /** Between the last packets of two groups, as sent. */
    long sendDeltaNs() {
        return sendDeltaNs;
    }

    /** Between the last packets of two groups, as they arrived. */
    long arrivalDeltaNs() {
        return arrivalDeltaNs;
    }

    /** Its fields. */
    void state(Fields fields) {
        current.state(fields);
        previous.state(fields);
        reordered = fields.i32(reordered);
        sendDeltaNs = fields.i64(sendDeltaNs);
        arrivalDeltaNs = fields.i64(arrivalDeltaNs);
    }
}
