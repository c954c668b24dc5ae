package org.starbridge.control.datachannel;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.channel.ChannelText;
import org.starbridge.transport.datachannel.DataChannel;
import org.starbridge.transport.datachannel.DataChannels;
import org.starbridge.transport.sctp.SendResult;

/**
 * The bridge channel of one client, over a data channel. Its public methods may be called from any thread and return at
 * once: what is sent waits, within bounds, until the association takes it.
 */
final class OpenChannel implements BridgeChannel {
    private final SctpLink link;
    private final DataChannel channel;
    private volatile boolean isClosed;
    /** The mailbox's: what the association had no room for, in order. */
    private @Nullable ArrayDeque<ChannelText> waiting;

    OpenChannel(SctpLink link, DataChannel channel) {
        this.link = link;
        this.channel = channel;
    }

    @Override
    public Carrier carrier() {
        return Carrier.DATA_CHANNEL;
    }

    @Override
    public boolean send(ChannelText text) {
        if (isClosed
                || text.lengthBytes() > link.maxOutgoingBytes()
                || !link.backlog().add(text.lengthBytes(), link.nowNs())) {
            return false;
        }
        link.post(() -> take(text));
        return true;
    }

    private void take(ChannelText text) {
        if (waiting != null || !isTaken(text)) {
            if (waiting == null) {
                waiting = new ArrayDeque<>();
            }
            waiting.add(text);
        }
    }

    /** There is room again. In the mailbox. */
    void sendWaiting() {
        while (waiting != null) {
            ChannelText next = waiting.peek();
            if (next == null) {
                waiting = null;
            } else if (isTaken(next)) {
                waiting.poll();
            } else {
                return;
            }
        }
    }

    /** Whether it is settled: the association has it, or it will never be sent. */
    private boolean isTaken(ChannelText text) {
        DataChannels channels = link.channels();
        SendResult result = isClosed || channels == null
                ? SendResult.NOT_CONNECTED
                : channels.sendText(link.nowNs(), channel, text.sharedBytes(), link.sink());
        switch (result) {
            case BUFFER_FULL -> {
                return false;
            }
            case ACCEPTED -> link.onHandedOver(text.lengthBytes());
            case NOT_CONNECTED, NO_SUCH_STREAM, TOO_LARGE -> link.backlog().remove(text.lengthBytes(), link.nowNs());
        }
        return true;
    }

    @Override
    public void close(CloseReason reason) {
        link.post(() -> link.close(channel));
    }

    /** In the mailbox: nothing is sent any more. */
    void onClosed() {
        isClosed = true;
        if (waiting != null) {
            waiting.forEach(text -> link.backlog().remove(text.lengthBytes(), link.nowNs()));
            waiting = null;
        }
    }

    boolean is(DataChannel other) {
        return channel.equals(other);
    }
}
