package org.starbridge.hammer.client.channel;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.channel.BridgeChannelJson;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.hammer.client.transport.ApplicationData;
import org.starbridge.transport.datachannel.DataChannel;
import org.starbridge.transport.datachannel.DataChannelSink;
import org.starbridge.transport.datachannel.DataChannels;
import org.starbridge.transport.sctp.Reliability;
import org.starbridge.transport.sctp.SctpConfig;
import org.starbridge.transport.sctp.SctpEnd;
import org.starbridge.transport.sctp.association.SctpHost;

/**
 * One endpoint's bridge channel over a data channel, as a browser makes it: begins the association, opens the channel,
 * sends the video request, and passes on what the bridge says. Any thread; a short lock lets in one at a time.
 */
public final class DataChannelLink implements BridgeChannel, ApplicationData, AutoCloseable {
    /** The DTLS client's first one (RFC 8832 section 6). */
    private static final int STREAM = 0;

    private static final int SECRET_BYTES = 16;

    private final ScheduledExecutorService timer;
    private final String firstMessage;
    private final BridgeMessages messages;
    private final ReentrantLock lock = new ReentrantLock();
    private final DataChannels channels;
    private final CompletableFuture<Void> opened = new CompletableFuture<>();
    private final Sink sink = new Sink();
    private boolean isExpected;
    private @Nullable DataChannel channel;
    private @Nullable Consumer<byte[]> outlet;
    private @Nullable Future<?> alarm;
    private long alarmAtNs = Long.MAX_VALUE;

    /** {@code first} is sent as soon as the channel is open; {@code messages} takes what the bridge says. */
    public DataChannelLink(
            ScheduledExecutorService timer,
            RandomGenerator random,
            BridgeChannelMessage first,
            BridgeMessages messages) {
        this.timer = timer;
        firstMessage = BridgeChannelJson.write(first);
        this.messages = messages;
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        SctpConfig config = SctpConfig.defaults().withSacksDelayedAfterSilence();
        channels = new DataChannels(new SctpHost(config, secret).association(random), 0);
    }

    /** Done when the bridge has taken the channel. */
    public CompletableFuture<Void> opened() {
        return opened;
    }

    /** The bridge awaits an association. If it doesn't, none is begun. */
    public void expect() {
        with(_ -> isExpected = true);
    }

    @Override
    public void onConnected(Consumer<byte[]> outlet) {
        with(nowNs -> {
            if (isExpected) {
                this.outlet = outlet;
                channels.connect(nowNs, sink);
            }
        });
    }

    @Override
    public void onData(byte[] packet) {
        with(nowNs -> channels.onPacket(nowNs, packet, sink));
    }

    @Override
    public void onTransportEnd(String reason) {
        with(nowNs -> {
            outlet = null;
            if (channel != null) {
                channel = null;
                messages.onClosed(reason);
                channels.abort(nowNs, sink);
            }
        });
    }

    @Override
    public boolean say(BridgeChannelMessage message) {
        String text = BridgeChannelJson.write(message);
        lock.lock();
        try {
            DataChannel open = channel;
            boolean isTaken = open != null
                    && channels.sendText(System.nanoTime(), open, text, sink).isAccepted();
            setAlarm();
            return isTaken;
        } finally {
            lock.unlock();
        }
    }

    private void onAlarm() {
        with(nowNs -> {
            alarm = null;
            alarmAtNs = Long.MAX_VALUE;
            if (channels.nextDeadlineNs() <= nowNs) {
                channels.onTimeout(nowNs, sink);
            }
        });
    }

    /** Something to do at a time. */
    private interface Work {
        void at(long nowNs);
    }

    private void with(Work work) {
        lock.lock();
        try {
            work.at(System.nanoTime());
            if (sink.isConnected) {
                sink.isConnected = false;
                open(System.nanoTime());
            }
            if (sink.isClosed) { // where the association ended, that was said before, and only the first reason counts
                sink.isClosed = false;
                messages.onClosed("data channel closed");
            }
            setAlarm();
        } finally {
            lock.unlock();
        }
    }

    private void open(long nowNs) {
        DataChannel channel = channels.open(
                nowNs, STREAM, "JVB data channel", "http://jitsi.org/protocols/colibri", Reliability.RELIABLE, sink);
        if (channel != null) {
            channels.sendText(nowNs, channel, firstMessage, sink);
        }
    }

    private void setAlarm() {
        long deadlineNs = channels.nextDeadlineNs();
        if (deadlineNs < alarmAtNs && !timer.isShutdown()) {
            if (alarm != null) {
                alarm.cancel(false);
            }
            alarmAtNs = deadlineNs;
            long delayNs = Math.max(0, deadlineNs - System.nanoTime());
            alarm = timer.schedule(this::onAlarm, delayNs, TimeUnit.NANOSECONDS);
        }
    }

    /** Ends the association at once. */
    @Override
    public void close() {
        with(nowNs -> channels.abort(nowNs, sink));
    }

    /** Passes on what the bridge says. */
    private final class Sink implements DataChannelSink {
        boolean isConnected;
        boolean isClosed;

        @Override
        public void send(byte[] packet) {
            if (outlet != null) {
                outlet.accept(packet);
            }
        }

        @Override
        public void onConnected() {
            isConnected = true;
        }

        @Override
        public void onOpen(DataChannel opened) {
            channel = opened;
            DataChannelLink.this.opened.complete(null);
        }

        @Override
        public void onText(DataChannel channel, String text) {
            messages.onText(text);
        }

        @Override
        public void onBinary(DataChannel channel, byte[] bytes) {}

        @Override
        public void onClosed(DataChannel closed) {
            channel = null;
            isClosed = true;
        }

        @Override
        public void onWritable() {}

        @Override
        public void onDisconnected(SctpEnd end) {
            messages.onClosed("association ended: " + end);
        }
    }
}
