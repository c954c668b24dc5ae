package org.starbridge.control.datachannel;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.channel.ChannelText;
import org.starbridge.transport.datachannel.DataChannel;
import org.starbridge.transport.sctp.SendResult;

/**
 * The bridge channel of one client, over a data channel. Its public methods may be called from any thread and return at
 * once: messages wait, within limits, until the association accepts them.
 */
final class OpenChannel implements BridgeChannel {
    private final ChannelAssociation association;
    private final SerialExecutor mailbox;
    private final DataChannel channel;
    private volatile boolean isClosed;
    /** Messages for which the association had no room, in order. Belongs to the thread that works on the mailbox. */
    private @Nullable ArrayDeque<ChannelText> waiting;

    OpenChannel(ChannelAssociation association, SerialExecutor mailbox, DataChannel channel) {
        this.association = association;
        this.mailbox = mailbox;
        this.channel = channel;
    }

    @Override
    public Carrier carrier() {
        return Carrier.DATA_CHANNEL;
    }

    @Override
    public boolean send(ChannelText text) {
        if (isClosed
                || text.lengthBytes() > association.maxOutgoingBytes()
                || !association.pending().add(text.lengthBytes())) {
            return false;
        }
        mailbox.post(() -> sendInOrder(text));
        return true;
    }

    private void sendInOrder(ChannelText text) {
        if (waiting != null || !isSettled(text)) {
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
            } else if (isSettled(next)) {
                waiting.poll();
            } else {
                return;
            }
        }
    }

    /** Tries to send. The result is true if the association accepted the message, or it will never be sent. */
    private boolean isSettled(ChannelText text) {
        SendResult result = isClosed ? SendResult.NOT_CONNECTED : association.send(channel, text.sharedBytes());
        switch (result) {
            case BUFFER_FULL -> {
                return false;
            }
            case ACCEPTED -> association.pending().onAccepted(text.lengthBytes());
            case NOT_CONNECTED, NO_SUCH_STREAM, TOO_LARGE ->
                association.pending().remove(text.lengthBytes());
        }
        return true;
    }

    @Override
    public void close(CloseReason reason) {
        mailbox.post(() -> association.close(channel));
    }

    /** In the mailbox: nothing more is sent. */
    void onClosed() {
        isClosed = true;
        if (waiting != null) {
            waiting.forEach(text -> association.pending().remove(text.lengthBytes()));
            waiting = null;
        }
    }

    boolean is(DataChannel other) {
        return channel.equals(other);
    }
}
