package org.starbridge.control.channel;

/**
 * The bridge's end of one endpoint's channel. The carrier of the channel reports its events here. An endpoint has one
 * channel at a time; what comes from a channel that was replaced is ignored. Any thread, one at a time per channel.
 */
public interface ChannelSlot {
    /** Returns the pace at which its client may talk, over all the channels that it opens. */
    MessagePace pace();

    /** A channel is open. It replaces an older one. It is closed at once if the endpoint has left. */
    void onOpen(BridgeChannel channel);

    /** A text message came. Whatever is in it, it never closes the channel. */
    void onText(BridgeChannel channel, String text);

    /**
     * The same.
     *
     * @param turn runs when it is the message's turn, before it is handled, and before anything else about the
     *     conference can happen
     */
    default void onText(BridgeChannel channel, String text, Runnable turn) {
        turn.run();
        onText(channel, text);
    }

    /**
     * The same for a thread that must not wait: if the message is none that is quickly passed on or answered, or
     * someone else is busy with the conference, nothing happens, and the answer is false.
     */
    boolean tryText(BridgeChannel channel, String text);

    /** A message came that is not text: dropped and counted, which takes no waiting. */
    void onBinary(BridgeChannel channel);

    /** A channel is closed, by anyone; {@code code} is RFC 6455's. */
    void onClose(BridgeChannel channel, int code);
}
