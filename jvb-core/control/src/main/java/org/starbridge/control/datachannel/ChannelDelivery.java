package org.starbridge.control.datachannel;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.channel.BridgeChannel.CloseReason;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.ChannelText;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.rtp.state.StateException;

/**
 * Delivers the events of one client's bridge channel to the conference, in order. What may have to wait (for the
 * conference's lock, or because the client sends too fast) is delivered on a thread that may wait, before the next
 * packet is processed. Belongs to the thread that works on the mailbox, except {@link #serve}.
 */
final class ChannelDelivery {
    /** Event that waits for its turn. */
    private sealed interface Inbound {}

    /** @param text null for a message that is dropped and counted */
    private record Message(OpenChannel channel, @Nullable String text, int lengthBytes, long dueAtNs)
            implements Inbound {}

    private record Change(Runnable event) implements Inbound {}

    private final SctpTransports transports;
    private final SerialExecutor mailbox;
    private final InboundMemory memory;
    /**
     * Events leave it when the conference has them: a message in the conference's turn, so that a thread that holds the
     * conference sees which messages it does not have.
     */
    private final Queue<Inbound> inbound = new ConcurrentLinkedQueue<>();

    private volatile @Nullable ChannelSlot slot;
    private boolean isDeliveryDue;

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
            enqueue(new Change(() -> conference.onOpen(channel)));
        }
    }

    void onText(OpenChannel channel, String text) {
        int lengthBytes = ChannelText.lengthBytes(text);
        boolean isTooLong = lengthBytes > transports.settings().messages().maxMessageBytes();
        deliver(channel, isTooLong ? null : text, lengthBytes); // one that is too long is dropped and counted
    }

    void onBinary(OpenChannel channel, int lengthBytes) {
        deliver(channel, null, lengthBytes);
    }

    /** @param code of RFC 6455 */
    void onClose(OpenChannel channel, int code) {
        ChannelSlot conference = slot;
        if (conference != null) {
            enqueue(new Change(() -> conference.onClose(channel, code)));
        }
    }

    /** Delivers a message: at once if that takes no waiting, otherwise in order on a thread that may wait. */
    private void deliver(OpenChannel channel, @Nullable String text, int lengthBytes) {
        ChannelSlot conference = slot;
        if (conference == null) {
            return;
        }
        long nowNs = nowNs();
        long waitNs = conference.pace().waitNs(lengthBytes, nowNs);
        if (waitNs > 0) {
            transports.surroundings().counters().increment(ConferenceCounter.CHANNEL_MESSAGES_DELAYED);
            if (conference.pace().isOverrun(nowNs)) {
                channel.close(CloseReason.TOO_MANY_MESSAGES);
                return;
            }
        }
        if (waitNs > 0 || !inbound.isEmpty() || !isTakenAtOnce(conference, channel, text)) {
            if (memory.take(lengthBytes)) {
                enqueue(new Message(channel, text, lengthBytes, nowNs + waitNs));
            } else {
                conference.onBinary(channel); // dropped and counted
            }
        }
    }

    private static boolean isTakenAtOnce(ChannelSlot conference, OpenChannel channel, @Nullable String text) {
        if (text == null) {
            conference.onBinary(channel);
            return true;
        }
        return conference.tryText(channel, text);
    }

    private void enqueue(Inbound event) {
        inbound.add(event);
        deliverWaiting();
    }

    private void deliverWaiting() {
        if (!isDeliveryDue && !inbound.isEmpty()) {
            isDeliveryDue = true;
            mailbox.postPatientFirst(this::deliverAll);
        }
    }

    /** On a thread that may wait. */
    private void deliverAll() {
        try {
            for (Inbound next = inbound.peek(); next != null; next = inbound.peek()) {
                deliver(next);
            }
        } finally {
            isDeliveryDue = false;
            deliverWaiting();
        }
    }

    private void deliver(Inbound event) {
        try {
            switch (event) {
                case Change change -> change.event.run();
                case Message message -> deliver(message);
            }
        } finally {
            inbound.remove(event); // it is the first, or it has left in the conference's turn
        }
    }

    private void deliver(Message message) {
        memory.giveBack(message.lengthBytes);
        pause(message.dueAtNs - nowNs());
        ChannelSlot conference = slot;
        if (conference == null) {
            return;
        }
        String text = message.text;
        if (text == null) {
            conference.onBinary(message.channel);
        } else {
            conference.onText(message.channel, text, inbound::poll);
        }
    }

    /** Slows a client down that sends too fast: its packets wait in the mailbox, and then at the client. */
    private void pause(long waitNs) {
        if (waitNs > 0) {
            transports.surroundings().pause().accept(waitNs);
        }
    }

    /**
     * Returns the messages that the conference does not have yet, in order. By a thread that holds the conference,
     * while the mailbox is at rest.
     */
    List<String> undelivered() throws StateException {
        List<String> texts = new ArrayList<>();
        for (Inbound event : inbound) {
            switch (event) {
                case Change _ -> throw new StateException("a data channel opens or closes at this moment");
                case Message message -> {
                    if (message.text != null) {
                        texts.add(message.text);
                    }
                }
            }
        }
        return texts;
    }

    /** Messages that came to another process; they are delivered after {@link #resume}. */
    void restore(OpenChannel channel, List<String> texts) {
        for (String text : texts) {
            int lengthBytes = ChannelText.lengthBytes(text);
            if (memory.take(lengthBytes)) {
                inbound.add(new Message(channel, text, lengthBytes, nowNs()));
            }
        }
    }

    /** In the mailbox. */
    void resume() {
        deliverWaiting();
    }

    private long nowNs() {
        return transports.surroundings().clockNs().getAsLong();
    }
}
