package org.starbridge.benchmarks.channels;

import java.util.concurrent.atomic.LongAdder;
import org.starbridge.colibri.channel.BridgeChannelJson;
import org.starbridge.colibri.channel.MalformedMessageException;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.ChannelText;
import org.starbridge.control.channel.MessagePace;

/** Stand-in for the conference: reads every message as the bridge does and answers it with one as long. Any thread. */
final class Answering implements ChannelSlot {
    private final MessagePace pace = new MessagePace(100, 1 << 20);
    private final LongAdder opened;
    private final LongAdder answered;

    Answering(LongAdder opened, LongAdder answered) {
        this.opened = opened;
        this.answered = answered;
    }

    @Override
    public MessagePace pace() {
        return pace;
    }

    @Override
    public void onOpen(BridgeChannel channel) {
        opened.increment();
    }

    @Override
    public void onText(BridgeChannel channel, String text) {
        try {
            BridgeChannelJson.parse(text);
        } catch (MalformedMessageException e) {
            throw new IllegalStateException("a message of this benchmark: " + text, e);
        }
        if (channel.send(ChannelText.of(text))) {
            answered.increment();
        }
    }

    @Override
    public boolean tryText(BridgeChannel channel, String text) {
        onText(channel, text);
        return true;
    }

    @Override
    public void onBinary(BridgeChannel channel) {}

    @Override
    public void onClose(BridgeChannel channel, int code) {}
}
