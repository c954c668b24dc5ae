package org.starbridge.control.datachannel;

import org.jspecify.annotations.Nullable;
import org.starbridge.transport.datachannel.DataChannel;
import org.starbridge.transport.datachannel.DataChannelSink;
import org.starbridge.transport.sctp.SctpEnd;

/**
 * Takes the events of an association: packets go to the peer, the events of the bridge channel to the conference. The
 * association must not be called from here, so answers go through the mailbox. Belongs to the thread that works on it.
 */
final class DataChannelEvents implements DataChannelSink {
    private static final int NORMAL = 1000;
    private static final int GOING_AWAY = 1001;

    private final ChannelAssociation association;
    private final SerialExecutor mailbox;
    private final ChannelDelivery delivery;
    private @Nullable OpenChannel bridgeChannel;

    DataChannelEvents(ChannelAssociation association, SerialExecutor mailbox, ChannelDelivery delivery) {
        this.association = association;
        this.mailbox = mailbox;
        this.delivery = delivery;
    }

    @Override
    public void send(byte[] packet) {
        association.sendPacket(packet);
    }

    @Override
    public void onConnected() {
        if (association.opensChannel()) {
            mailbox.post(association::openChannel);
        }
    }

    @Override
    public void onOpen(DataChannel channel) {
        if (bridgeChannel == null && delivery.isServed()) { // the first one; others carry nothing
            OpenChannel opened = new OpenChannel(association, mailbox, channel);
            bridgeChannel = opened;
            delivery.onOpen(opened);
        }
    }

    @Override
    public void onText(DataChannel channel, String text) {
        OpenChannel open = find(channel);
        if (open != null) {
            delivery.onText(open, text);
        }
    }

    @Override
    public void onBinary(DataChannel channel, byte[] bytes) {
        OpenChannel open = find(channel);
        if (open != null) {
            delivery.onBinary(open, bytes.length);
        }
    }

    /** Returns the channel that carries messages; null if there is none. */
    @Nullable
    OpenChannel bridgeChannel() {
        return bridgeChannel;
    }

    /** The channel was open in another process. */
    OpenChannel restore(DataChannel channel) {
        OpenChannel opened = new OpenChannel(association, mailbox, channel);
        bridgeChannel = opened;
        return opened;
    }

    private @Nullable OpenChannel find(DataChannel channel) {
        return bridgeChannel != null && bridgeChannel.is(channel) ? bridgeChannel : null;
    }

    @Override
    public void onClosed(DataChannel channel) {
        OpenChannel open = find(channel);
        if (open != null) {
            bridgeChannel = null;
            open.onClosed();
            delivery.onClose(open, association.isEnded() ? GOING_AWAY : NORMAL);
        }
    }

    @Override
    public void onWritable() {
        OpenChannel open = bridgeChannel;
        if (open != null) {
            mailbox.post(open::sendWaiting);
        }
    }

    @Override
    public void onDisconnected(SctpEnd end) {
        // The channel was closed before; the client may open another one while its DTLS session lasts.
    }
}
