package org.starbridge.control.datachannel;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
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
    /** Messages that the association does not have yet, in order. */
    private final Queue<ChannelText> waiting = new ConcurrentLinkedQueue<>();

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
        waiting.add(text);
        mailbox.post(this::sendWaiting);
        return true;
    }

    /** Sends as many messages as there is room for. In the mailbox. */
    void sendWaiting() {
        for (ChannelText next = waiting.peek(); next != null && isSettled(next); next = waiting.peek()) {
            waiting.poll();
        }
    }

    /** Returns the messages that the association does not have yet, in order. */
    List<ChannelText> waiting() {
        return List.copyOf(waiting);
    }

    /** A message that waited in another process; it is sent when there is room. */
    void restore(ChannelText text) {
        if (association.pending().add(text.lengthBytes())) {
            waiting.add(text);
        }
    }

    DataChannel channel() {
        return channel;
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
        for (ChannelText text = waiting.poll(); text != null; text = waiting.poll()) {
            association.pending().remove(text.lengthBytes());
        }
    }

    boolean is(DataChannel other) {
        return channel.equals(other);
    }
}
