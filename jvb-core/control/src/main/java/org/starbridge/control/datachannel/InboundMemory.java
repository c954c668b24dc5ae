package org.starbridge.control.datachannel;

import org.starbridge.control.channel.ChannelMemory;

/** The memory of packets and messages of one client that wait to be processed. Thread safe. */
final class InboundMemory {
    private static final int MAX_WAITING_BYTES = 1 << 20;

    /** Cost of each packet or message in addition to its bytes: arrays, tasks and their places in the queue. */
    private static final int COST_BYTES = 128;

    private final ChannelMemory.Share share;

    InboundMemory(ChannelMemory memory) {
        share = memory.share(MAX_WAITING_BYTES);
    }

    /** Takes memory for a packet or message. The result is false, and nothing is taken, if there is not enough. */
    boolean take(int lengthBytes) {
        return share.take(lengthBytes + COST_BYTES);
    }

    void giveBack(int lengthBytes) {
        share.giveBack(lengthBytes + COST_BYTES);
    }
}
