package org.starbridge.jvb.datachannel;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.starbridge.jvb.conference.BridgeChannel;
import org.starbridge.transport.datachannel.DataChannel;
import org.starbridge.transport.datachannel.DataChannels;
import org.starbridge.transport.sctp.SendResult;

/**
 * The bridge channel of one client, over a data channel. Its public methods may be called from any thread and return at once:
 * what is sent waits, within bounds, until the association takes it.
 */
final class OpenChannel implements BridgeChannel {
    private static final int MAX_BYTES_PER_CHAR = 3;

    private final SctpLink link;
    private final DataChannel channel;
    private final SctpLinks.Settings settings;
    private final AtomicInteger pendingMessages = new AtomicInteger();
    private final AtomicInteger pendingChars = new AtomicInteger();
    private volatile boolean isClosed;
    /** The mailbox's: what the association had no room for, in order. */
    private @Nullable ArrayDeque<String> waiting;

    OpenChannel(SctpLink link, DataChannel channel, SctpLinks.Settings settings) {
        this.link = link;
        this.channel = channel;
        this.settings = settings;
    }

    @Override
    public Carrier carrier() {
        return Carrier.DATA_CHANNEL;
    }

    @Override
    public boolean send(String json) {
        int length = json.length();
        if (isClosed
                || isTooLong(json)
                || pendingMessages.get() >= settings.maxPendingMessages()
                || pendingChars.get() + length > settings.maxPendingChars()) {
            return false;
        }
        pendingMessages.incrementAndGet();
        pendingChars.addAndGet(length);
        link.post(() -> take(json));
        return true;
    }

    private boolean isTooLong(String json) {
        int maxBytes = link.maxOutgoingBytes();
        return json.length() > maxBytes / MAX_BYTES_PER_CHAR && json.getBytes(StandardCharsets.UTF_8).length > maxBytes;
    }

    private void take(String json) {
        if (waiting != null || !isTaken(json)) {
            if (waiting == null) {
                waiting = new ArrayDeque<>();
            }
            waiting.add(json);
        }
    }

    /** There is room again. In the mailbox. */
    void sendWaiting() {
        while (waiting != null) {
            String next = waiting.peek();
            if (next == null) {
                waiting = null;
            } else if (isTaken(next)) {
                waiting.poll();
            } else {
                return;
            }
        }
    }

    /** Whether it is settled, as sent or as never to be. */
    private boolean isTaken(String json) {
        DataChannels channels = link.channels();
        boolean isSettled = isClosed
                || channels == null
                || channels.sendText(link.nowNs(), channel, json, link.sink()) != SendResult.BUFFER_FULL;
        if (isSettled) {
            pendingMessages.decrementAndGet();
            pendingChars.addAndGet(-json.length());
        }
        return isSettled;
    }

    @Override
    public void close(CloseReason reason) {
        link.post(() -> {
            DataChannels channels = link.channels();
            if (channels != null) {
                channels.close(link.nowNs(), channel, link.sink());
            }
        });
    }

    /** In the mailbox: nothing is sent any more. */
    void onClosed() {
        isClosed = true;
        waiting = null;
    }

    boolean is(DataChannel other) {
        return channel.equals(other);
    }
}
