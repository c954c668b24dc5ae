package org.starbridge.transport.datachannel;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.sctp.Reliability;
import org.starbridge.transport.sctp.SctpSink;
import org.starbridge.transport.sctp.association.SctpAssociation;

/**
 * Channels that there are, by stream: how the peer opens them (RFC 8832), and how they close by a reset of their stream
 * in both directions (RFC 8831 section 6.7). Owned by its {@link DataChannels}.
 */
final class ChannelRegister {
    static final int PPID_DCEP = 50;

    private static final int DCEP_ACK = 2;

    /** Channels that one side has closed may be there in addition: the peer may open others before it agrees. */
    private static final int MAX_CLOSING = 16;

    private final SctpAssociation association;
    private final int maxChannels;
    /** Null instead of empty: most associations have none most of the time. */
    private @Nullable Map<Integer, DataChannel> channels;

    ChannelRegister(SctpAssociation association, int maxChannels) {
        this.association = association;
        this.maxChannels = maxChannels;
    }

    @Nullable
    DataChannel find(int streamId) {
        return channels == null ? null : channels.get(streamId);
    }

    /** Returns whether it is the one of its stream, and may be used. */
    boolean isUsable(DataChannel channel) {
        return channel.equals(find(channel.streamId())) && channel.isUsable();
    }

    void add(DataChannel channel) {
        if (channels == null) {
            channels = new TreeMap<>();
        }
        channels.put(channel.streamId(), channel);
    }

    private void remove(DataChannel channel) {
        if (channels != null && channels.remove(channel.streamId(), channel) && channels.isEmpty()) {
            channels = null;
        }
    }

    private boolean isFull() {
        return usableChannels() >= maxChannels || (channels != null && channels.size() >= maxChannels + MAX_CLOSING);
    }

    private long usableChannels() {
        return channels == null
                ? 0
                : channels.values().stream().filter(DataChannel::isUsable).count();
    }

    /** Those of the streams; of no streams, all. */
    private List<DataChannel> affected(int[] streamIds) {
        if (channels == null) {
            return List.of();
        }
        return channels.values().stream()
                .filter(channel -> streamIds.length == 0 || contains(streamIds, channel.streamId()))
                .toList();
    }

    private static boolean contains(int[] streamIds, int streamId) {
        for (int each : streamIds) {
            if (each == streamId) {
                return true;
            }
        }
        return false;
    }

    /** The peer opens a channel, or takes ours; the answer is null unless it has no effect. */
    @Nullable
    ChannelDropReason onDcep(long nowNs, int streamId, byte[] payload, SctpSink out, DataChannelSink sink) {
        DataChannel channel = find(streamId);
        if (payload[0] == DCEP_ACK) {
            if (channel == null) {
                return ChannelDropReason.NO_SUCH_CHANNEL;
            }
            confirm(channel, sink);
            return null;
        }
        DcepOpen open = DcepOpen.read(payload);
        if (open == null) {
            return ChannelDropReason.MALFORMED;
        }
        if (channel != null && !channel.isIncomingReset()) {
            return ChannelDropReason.ALREADY_OPEN;
        }
        if (isFull()) {
            return ChannelDropReason.TOO_MANY_CHANNELS;
        }
        DataChannel opened =
                new DataChannel(streamId, open.label(), open.protocol(), open.reliability(), DataChannel.State.OPEN);
        opened.acknowledgementDue(channel != null);
        add(opened);
        if (channel == null) {
            acknowledge(nowNs, opened, out);
        }
        sink.onOpen(opened);
        return null;
    }

    /** The peer has taken the channel, if it was not known yet. */
    void confirm(DataChannel channel, DataChannelSink sink) {
        if (channel.state() == DataChannel.State.OPENING) {
            channel.state(DataChannel.State.OPEN);
            sink.onOpen(channel);
        }
    }

    private void acknowledge(long nowNs, DataChannel channel, SctpSink out) {
        association.send(nowNs, channel.streamId(), PPID_DCEP, Reliability.RELIABLE, new byte[] {DCEP_ACK}, out);
    }

    /** We close. */
    void close(long nowNs, DataChannel channel, SctpSink out, DataChannelSink sink) {
        if (!reset(nowNs, channel, out)) {
            sink.onClosed(channel);
        }
    }

    /** Resets our direction; false if that can not be, and the channel is gone. */
    private boolean reset(long nowNs, DataChannel channel, SctpSink out) {
        channel.state(DataChannel.State.CLOSING);
        boolean isUnderWay = association.resetStreams(nowNs, new int[] {channel.streamId()}, out);
        if (!isUnderWay) {
            remove(channel);
        }
        return isUnderWay;
    }

    /** The peer closes, or agrees to close. */
    void onIncomingReset(long nowNs, int[] streamIds, SctpSink out, DataChannelSink sink) {
        for (DataChannel channel : affected(streamIds)) {
            if (channel.isIncomingReset()) {
                continue;
            }
            channel.onIncomingReset();
            boolean isOurTurn = channel.isUsable();
            sink.onClosed(channel);
            if (isOurTurn) {
                reset(nowNs, channel, out);
            } else if (!association.isResetting(channel.streamId())) {
                remove(channel);
            }
        }
    }

    /** Our direction is reset. */
    void onOutgoingReset(long nowNs, int[] streamIds, SctpSink out, DataChannelSink sink) {
        for (DataChannel channel : affected(streamIds)) {
            if (channel.isAcknowledgementDue()) {
                channel.acknowledgementDue(false);
                acknowledge(nowNs, channel, out);
                sink.onWritable();
            } else if (channel.isIncomingReset()) {
                remove(channel);
            }
        }
    }

    void state(State state) throws StateException {
        List<DataChannel> all = state.list(
                channels == null ? List.of() : channels.values(), maxChannels + MAX_CLOSING, DataChannel::state);
        if (state.isReading()) {
            all.forEach(this::add);
        }
    }

    /** The association has ended, and all channels with it. */
    void onEnd(DataChannelSink sink) {
        List<DataChannel> all = affected(new int[0]);
        channels = null;
        for (DataChannel channel : all) {
            if (!channel.isIncomingReset()) {
                channel.state(DataChannel.State.CLOSING);
                sink.onClosed(channel);
            }
        }
    }
}
