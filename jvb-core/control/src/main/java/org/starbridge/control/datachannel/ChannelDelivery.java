package org.starbridge.control.datachannel;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.channel.BridgeChannel.CloseReason;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.ChannelText;
import org.starbridge.control.environment.ConferenceCounter;

/**
 * Delivers the events of one client's bridge channel to the conference, in order. What may have to wait (for the
 * conference's lock, or because the client sends too fast) is delivered on a thread that may wait. Belongs to the
 * thread that works on the mailbox, except {@link #serve}.
 */
final class ChannelDelivery {
    private final SctpTransports transports;
    private final SerialExecutor mailbox;
    private final InboundMemory memory;
    private volatile @Nullable ChannelSlot slot;
    private int undelivered;

    ChannelDelivery(SctpTransports transports, SerialExecutor mailbox, InboundMemory memory) {
        this.transports = transports;
        this.mailbox = mailbox;
        this.memory = memory;
    }

    /** Sets the conference's end of the channel; before that nothing is delivered. Any thread. */
    void serve(ChannelSlot newSlot) {
        slot = newSlot;
    }

    boolean isServed() {
        return slot != null;
    }

    void onOpen(OpenChannel channel) {
        ChannelSlot conference = slot;
        if (conference != null) {
            deliver(() -> conference.onOpen(channel));
        }
    }

    void onText(OpenChannel channel, String text) {
        ChannelSlot conference = slot;
        if (conference == null) {
            return;
        }
        int lengthBytes = ChannelText.lengthBytes(text);
        if (lengthBytes > transports.settings().messages().maxMessageBytes()) {
            onBinary(channel, lengthBytes); // dropped and counted like binary
        } else {
            deliver(
                    conference,
                    channel,
                    lengthBytes,
                    () -> conference.tryText(channel, text),
                    () -> conference.onText(channel, text));
        }
    }

    void onBinary(OpenChannel channel, int lengthBytes) {
        ChannelSlot conference = slot;
        if (conference == null) {
            return;
        }
        deliver(
                conference,
                channel,
                lengthBytes,
                () -> {
                    conference.onBinary(channel);
                    return true;
                },
                () -> conference.onBinary(channel));
    }

    /** @param code of RFC 6455 */
    void onClose(OpenChannel channel, int code) {
        ChannelSlot conference = slot;
        if (conference != null) {
            deliver(() -> conference.onClose(channel, code));
        }
    }

    /**
     * Delivers a message: at once if that takes no waiting, otherwise in order on a thread that may wait. The next
     * packet is not processed before that, so the order stays.
     */
    private void deliver(
            ChannelSlot conference, OpenChannel channel, int lengthBytes, BooleanSupplier atOnce, Runnable inOrder) {
        long nowNs = nowNs();
        long waitNs = conference.pace().waitNs(lengthBytes, nowNs);
        if (waitNs > 0) {
            transports.surroundings().counters().increment(ConferenceCounter.CHANNEL_MESSAGES_DELAYED);
            if (conference.pace().isOverrun(nowNs)) {
                channel.close(CloseReason.TOO_MANY_MESSAGES);
                return;
            }
        }
        if (mailbox.mayWait()) {
            pause(waitNs);
            inOrder.run();
        } else if (waitNs > 0 || undelivered > 0 || !atOnce.getAsBoolean()) {
            if (memory.take(lengthBytes)) {
                deliver(() -> {
                    memory.giveBack(lengthBytes);
                    pause(nowNs + waitNs - nowNs());
                    inOrder.run();
                });
            } else {
                conference.onBinary(channel); // dropped and counted
            }
        }
    }

    /** Runs an event that may have to wait, after all earlier events. */
    private void deliver(Runnable event) {
        if (mailbox.mayWait()) {
            event.run();
        } else {
            undelivered++;
            mailbox.postPatient(() -> {
                undelivered--;
                event.run();
            });
        }
    }

    /** Slows a client down that sends too fast: its packets wait in the mailbox, and then at the client. */
    private void pause(long waitNs) {
        if (waitNs > 0) {
            transports.surroundings().pause().accept(waitNs);
        }
    }

    private long nowNs() {
        return transports.surroundings().clockNs().getAsLong();
    }
}
