package org.starbridge.transport.datachannel;

import org.starbridge.transport.sctp.SctpEnd;

/** Sink of what data channels say, during the call that made them say so. An implementation does not call back. */
public interface DataChannelSink {
    /** An SCTP packet for the peer; the array is the sink's. */
    void send(byte[] packet);

    /** The association is up: channels may be opened. */
    void onConnected();

    /** The peer opened a channel, or confirmed one of ours. */
    void onOpen(DataChannel channel);

    /** A text message came, perhaps an empty one. */
    void onText(DataChannel channel, String text);

    /** A binary message came, perhaps an empty one. */
    void onBinary(DataChannel channel, byte[] bytes);

    /** A channel that was open, or was to be, is closed: by either side, or with the association. */
    void onClosed(DataChannel channel);

    /** After a refusal for lack of buffer, or because a channel was only just opened: it may be tried again. */
    void onWritable();

    /** The association is over, after {@link #onClosed} for each channel. */
    void onDisconnected(SctpEnd end);
}
