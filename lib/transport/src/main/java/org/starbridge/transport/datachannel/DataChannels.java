package org.starbridge.transport.datachannel;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.sctp.Reliability;
import org.starbridge.transport.sctp.SctpEnd;
import org.starbridge.transport.sctp.SctpSink;
import org.starbridge.transport.sctp.SctpState;
import org.starbridge.transport.sctp.SendResult;
import org.starbridge.transport.sctp.association.SctpAssociation;

/**
 * The data channels of one association, which belongs to it: opens, accepts and closes them, and carries their messages
 * (RFC 8831). Not thread safe; the same rules as {@link SctpAssociation}.
 */
public final class DataChannels {
    private static final int PPID_TEXT = 51;
    private static final int PPID_BINARY = 53;
    private static final int PPID_EMPTY_TEXT = 56;
    private static final int PPID_EMPTY_BINARY = 57;
    private static final int HIGHEST_STREAM = 65534;
    private static final byte[] NOTHING = {};
    private static final int CHANNELS_PART = 10;
    private static final int ASSOCIATION_PART = 20;

    private final SctpAssociation association;
    private final ChannelRegister channels;
    private final Map<ChannelDropReason, Long> dropped = new EnumMap<>(ChannelDropReason.class);
    /** Events of the association that are not acted upon yet: it may not be called while it speaks. */
    private @Nullable ArrayDeque<Consumer<SctpSink>> events;

    /**
     * Channels over an association that has not begun.
     *
     * @param maxChannels that the peer may have open at a time
     */
    public DataChannels(SctpAssociation association, int maxChannels) {
        if (maxChannels < 0) {
            throw new IllegalArgumentException("maxChannels " + maxChannels + ": expected 0 or more");
        }
        this.association = association;
        channels = new ChannelRegister(association, maxChannels);
    }

    /** Returns the state of the association. */
    public SctpState state() {
        return association.state();
    }

    /** Begins the association; without it the peer has to. */
    public void connect(long nowNs, DataChannelSink sink) {
        call(nowNs, sink, out -> association.connect(nowNs, out));
    }

    /** A packet of the peer. */
    public void onPacket(long nowNs, byte[] packet, DataChannelSink sink) {
        call(nowNs, sink, out -> association.onPacket(nowNs, packet, out));
    }

    /** Runs the timers that are due. */
    public void onTimeout(long nowNs, DataChannelSink sink) {
        call(nowNs, sink, out -> association.onTimeout(nowNs, out));
    }

    /** Returns the time at which {@link #onTimeout} is due; {@link Long#MAX_VALUE} if never. */
    public long nextDeadlineNs() {
        return association.nextDeadlineNs();
    }

    /**
     * Opens a channel. It may be used at once; {@link DataChannelSink#onOpen} tells when the peer has taken it.
     *
     * @param streamId 0 to 65534; RFC 8832 section 6 gives even ones to the DTLS client and odd ones to the server
     * @return null if there is no association, no such stream, or it is taken
     */
    public @Nullable DataChannel open(
            long nowNs, int streamId, String label, String protocol, Reliability reliability, DataChannelSink sink) {
        if (streamId < 0 || streamId > HIGHEST_STREAM) {
            throw new IllegalArgumentException("stream " + streamId + ": expected 0 to " + HIGHEST_STREAM);
        }
        if (channels.find(streamId) != null) {
            return null;
        }
        byte[] open = new DcepOpen(label, protocol, reliability).write();
        DataChannel channel = new DataChannel(streamId, label, protocol, reliability, DataChannel.State.OPENING);
        SendResult result = send(nowNs, streamId, ChannelRegister.PPID_DCEP, Reliability.RELIABLE, open, sink);
        if (result != SendResult.ACCEPTED) {
            return null;
        }
        channels.add(channel);
        return channel;
    }

    /** Sends text. */
    public SendResult sendText(long nowNs, DataChannel channel, String text, DataChannelSink sink) {
        return sendText(nowNs, channel, text.getBytes(StandardCharsets.UTF_8), sink);
    }

    /** Sends text in UTF-8; the array may be shared with other channels, and must not change until it has arrived. */
    public SendResult sendText(long nowNs, DataChannel channel, byte[] utf8, DataChannelSink sink) {
        return utf8.length == 0
                ? send(nowNs, channel, PPID_EMPTY_TEXT, new byte[1], sink)
                : send(nowNs, channel, PPID_TEXT, utf8, sink);
    }

    /** Sends bytes; the array is theirs if accepted. */
    public SendResult sendBinary(long nowNs, DataChannel channel, byte[] bytes, DataChannelSink sink) {
        return bytes.length == 0
                ? send(nowNs, channel, PPID_EMPTY_BINARY, new byte[1], sink)
                : send(nowNs, channel, PPID_BINARY, bytes, sink);
    }

    private SendResult send(long nowNs, DataChannel channel, int ppid, byte[] payload, DataChannelSink sink) {
        if (!channels.isUsable(channel)) {
            return SendResult.NO_SUCH_STREAM;
        }
        if (channel.isAcknowledgementDue()) {
            return SendResult.BUFFER_FULL; // Until the reset is over, DataChannelSink.onWritable tells.
        }
        // Nothing may overtake OPEN (RFC 8832 section 6).
        boolean isOpening = channel.state() == DataChannel.State.OPENING;
        Reliability chosen = channel.reliability();
        Reliability reliability =
                isOpening ? new Reliability(true, chosen.maxRetransmissions(), chosen.lifetimeNs()) : chosen;
        return send(nowNs, channel.streamId(), ppid, reliability, payload, sink);
    }

    private SendResult send(
            long nowNs, int streamId, int ppid, Reliability reliability, byte[] payload, DataChannelSink sink) {
        SendResult[] result = {SendResult.NOT_CONNECTED};
        call(nowNs, sink, out -> result[0] = association.send(nowNs, streamId, ppid, reliability, payload, out));
        return result[0];
    }

    /** Closes a channel when all that was sent on it is on its way; {@link DataChannelSink#onClosed} follows. */
    public void close(long nowNs, DataChannel channel, DataChannelSink sink) {
        if (channels.isUsable(channel)) {
            call(nowNs, sink, out -> channels.close(nowNs, channel, out, sink));
        }
    }

    /** Ends the association when everything is delivered. */
    public void shutdown(long nowNs, DataChannelSink sink) {
        call(nowNs, sink, out -> association.shutdown(nowNs, out));
    }

    /** Ends the association at once. */
    public void abort(long nowNs, DataChannelSink sink) {
        call(nowNs, sink, association::abort);
    }

    /**
     * Bytes of messages that wait or are not acknowledged; each counts with
     * {@link org.starbridge.transport.sctp.SctpConfig#MESSAGE_OVERHEAD_BYTES} in addition to its own.
     */
    public int bufferedBytes() {
        return association.bufferedBytes();
    }

    /** Messages of the peer that had no effect, for this reason. */
    public long dropped(ChannelDropReason reason) {
        return dropped.getOrDefault(reason, 0L);
    }

    /** Messages of the peer that had no effect, for any reason. */
    public long dropped() {
        long sum = 0;
        for (long count : dropped.values()) {
            sum += count;
        }
        return sum;
    }

    /** Part of a snapshot. What is read goes into new ones; the channels are as they were, without events. */
    public void state(State state) throws StateException {
        state.part(CHANNELS_PART, 1, channels::state);
        state.part(ASSOCIATION_PART, 1, association::state);
    }

    /** The channel of a stream; null if there is none. */
    public @Nullable DataChannel find(int streamId) {
        return channels.find(streamId);
    }

    /** Bytes of what came and cannot be given out yet. */
    public int heldBytes() {
        return association.heldBytes();
    }

    private void drop(ChannelDropReason reason) {
        dropped.merge(reason, 1L, Long::sum);
    }

    /** Lets the association work, then acts on what it said, which may make it say more. */
    private void call(long nowNs, DataChannelSink sink, Consumer<SctpSink> work) {
        SctpSink out = new Listener(nowNs, sink);
        work.accept(out);
        while (events != null) {
            Consumer<SctpSink> event = events.poll();
            if (event == null) {
                events = null;
            } else {
                event.accept(out);
            }
        }
    }

    private void onMessage(long nowNs, int streamId, int ppid, byte[] payload, SctpSink out, DataChannelSink sink) {
        if (ppid == ChannelRegister.PPID_DCEP) {
            ChannelDropReason refusal = channels.onDcep(nowNs, streamId, payload, out, sink);
            if (refusal != null) {
                drop(refusal);
            }
            return;
        }
        DataChannel channel = channels.find(streamId);
        if (channel == null || !channel.isUsable()) {
            drop(ChannelDropReason.NO_SUCH_CHANNEL);
            return;
        }
        channels.confirm(channel, sink); // The peer uses it: its ACK was overtaken, or comes never.
        switch (ppid) {
            case PPID_TEXT -> {
                String text = decode(payload);
                if (text == null) {
                    drop(ChannelDropReason.BAD_TEXT);
                } else {
                    sink.onText(channel, text);
                }
            }
            case PPID_EMPTY_TEXT -> sink.onText(channel, "");
            case PPID_BINARY -> sink.onBinary(channel, payload);
            case PPID_EMPTY_BINARY -> sink.onBinary(channel, NOTHING);
            default -> drop(ChannelDropReason.UNKNOWN_PPID);
        }
    }

    private static @Nullable String decode(byte[] utf8) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
        } catch (CharacterCodingException _) {
            return null;
        }
    }

    /** Passes packets on at once, and keeps the rest for when the association is silent. */
    private final class Listener implements SctpSink {
        private final long nowNs;
        private final DataChannelSink sink;

        Listener(long nowNs, DataChannelSink sink) {
            this.nowNs = nowNs;
            this.sink = sink;
        }

        private void later(Consumer<SctpSink> event) {
            if (events == null) {
                events = new ArrayDeque<>(4);
            }
            events.add(event);
        }

        @Override
        public void send(byte[] packet) {
            sink.send(packet);
        }

        @Override
        public void onConnected() {
            later(_ -> sink.onConnected());
        }

        @Override
        public void onMessage(int streamId, int ppid, byte[] payload) {
            later(out -> DataChannels.this.onMessage(nowNs, streamId, ppid, payload, out, sink));
        }

        @Override
        public void onIncomingReset(int[] streamIds) {
            later(out -> channels.onIncomingReset(nowNs, streamIds, out, sink));
        }

        @Override
        public void onOutgoingReset(int[] streamIds, boolean isPerformed) {
            later(out -> channels.onOutgoingReset(nowNs, streamIds, out, sink));
        }

        @Override
        public void onWritable() {
            later(_ -> sink.onWritable());
        }

        @Override
        public void onClosed(SctpEnd end) {
            later(_ -> {
                channels.onEnd(sink);
                sink.onDisconnected(end);
            });
        }
    }
}
