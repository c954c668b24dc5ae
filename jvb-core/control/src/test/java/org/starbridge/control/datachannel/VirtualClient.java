package org.starbridge.control.datachannel;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ApplicationData;
import org.starbridge.transport.datachannel.DataChannel;
import org.starbridge.transport.datachannel.DataChannelSink;
import org.starbridge.transport.datachannel.DataChannels;
import org.starbridge.transport.sctp.Reliability;
import org.starbridge.transport.sctp.SctpConfig;
import org.starbridge.transport.sctp.SctpEnd;
import org.starbridge.transport.sctp.association.SctpHost;

/** What is at the other end of a transport: a browser or a relay, as far as SCTP goes. */
final class VirtualClient implements DataChannelSink {
    private final VirtualSurroundings world;
    private final DataChannels channels;
    final List<DataChannel> opened = new ArrayList<>();
    final List<String> texts = new ArrayList<>();
    int packets;
    int closed;
    boolean isConnected;
    /** Nothing reaches it. */
    boolean isDeaf;

    private @Nullable ApplicationData transport;
    private @Nullable Runnable alarm;

    /** @param maxChannels that the transport may open */
    VirtualClient(VirtualSurroundings world, int maxChannels) {
        this.world = world;
        SctpHost host = new SctpHost(SctpConfig.defaults().withSacksDelayedAfterSilence(), new byte[16]);
        channels = new DataChannels(host.association(new Random(2)), maxChannels);
    }

    /** The DTLS session between the two is up. */
    void join(ApplicationData transport) {
        this.transport = transport;
        transport.onConnected(packet -> {
            packets++;
            return isDeaf || world.tasks.add(() -> receive(packet));
        });
        world.settle();
    }

    /** Begins the association. */
    void connect() {
        channels.connect(world.nowNs.get(), this);
        settle();
    }

    DataChannel open(int streamId) {
        DataChannel channel = Objects.requireNonNull(channels.open(
                world.nowNs.get(),
                streamId,
                "JVB data channel",
                "http://jitsi.org/protocols/colibri",
                Reliability.RELIABLE,
                this));
        settle();
        return channel;
    }

    void say(DataChannel channel, String text) {
        channels.sendText(world.nowNs.get(), channel, text, this);
        settle();
    }

    void close(DataChannel channel) {
        channels.close(world.nowNs.get(), channel, this);
        settle();
    }

    void abort() {
        channels.abort(world.nowNs.get(), this);
        settle();
    }

    private void receive(byte[] packet) {
        channels.onPacket(world.nowNs.get(), packet, this);
        arm();
    }

    private void settle() {
        arm();
        world.settle();
    }

    private void arm() {
        if (alarm != null) {
            alarm.run();
            alarm = null;
        }
        long deadlineNs = channels.nextDeadlineNs();
        if (deadlineNs != Long.MAX_VALUE) {
            alarm = world.after(deadlineNs - world.nowNs.get(), () -> {
                channels.onTimeout(world.nowNs.get(), this);
                arm();
            });
        }
    }

    @Override
    public void send(byte[] packet) {
        Objects.requireNonNull(transport).onData(packet);
    }

    @Override
    public void onConnected() {
        isConnected = true;
    }

    @Override
    public void onOpen(DataChannel channel) {
        opened.add(channel);
    }

    @Override
    public void onText(DataChannel channel, String text) {
        texts.add(text);
    }

    @Override
    public void onBinary(DataChannel channel, byte[] bytes) {}

    @Override
    public void onClosed(DataChannel channel) {
        closed++;
    }

    @Override
    public void onWritable() {}

    @Override
    public void onDisconnected(SctpEnd end) {
        isConnected = false;
    }
}
