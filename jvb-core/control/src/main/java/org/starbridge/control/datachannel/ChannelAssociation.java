package org.starbridge.control.datachannel;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Sctp;
import org.starbridge.control.channel.ChannelText;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.media.api.ApplicationData.Outlet;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.datachannel.DataChannel;
import org.starbridge.transport.datachannel.DataChannels;
import org.starbridge.transport.sctp.Reliability;
import org.starbridge.transport.sctp.SendResult;

/**
 * One peer's SCTP association and the bridge channel on it. Belongs to the thread that works on the mailbox.
 *
 * <p>A server waits for the association and for the channel, the first that its peer opens. A client begins both when
 * the DTLS session is up; if the peer ends them, it waits for the peer to come back.
 */
final class ChannelAssociation {
    /** Channel that a client opens, whichever DTLS role it has. */
    private static final int STREAM = 0;

    /** More than the longest message; a conference of many endpoints has to fit into a record. */
    private static final int MAX_STATE_BYTES = 320 << 10;

    private static final int MAX_STATE_MESSAGES = 4096;
    private static final int CHANNELS_PART = 10;

    private static final String LABEL = "default";
    private static final String PROTOCOL = "http://jitsi.org/protocols/colibri";

    private final SctpTransports transports;
    private final Sctp.Role role;
    private final SctpPendingMessages pending;
    private final DataChannelEvents events;
    private @Nullable Outlet outlet;
    private @Nullable DataChannels channels;
    private boolean isEnded;

    ChannelAssociation(SctpTransports transports, Sctp.Role role, SerialExecutor mailbox, ChannelDelivery delivery) {
        this.transports = transports;
        this.role = role;
        pending = new SctpPendingMessages(transports.settings(), transports.surroundings());
        events = new DataChannelEvents(this, mailbox, delivery);
    }

    /** The DTLS session is up. */
    void onConnected(Outlet newOutlet) {
        outlet = newOutlet;
        if (opensChannel() && !isEnded) {
            channels().connect(nowNs(), events);
        }
        OpenChannel restored = events.bridgeChannel();
        if (restored != null) {
            restored.sendWaiting();
        }
    }

    void onPacket(byte[] packet) {
        if (!isEnded) {
            DataChannels present = channels();
            long droppedBefore = present.dropped();
            present.onPacket(nowNs(), packet, events);
            transports.countRefusedOpens(present.dropped() - droppedBefore);
        }
    }

    /** Sends a packet of the association; one that is lost or dropped is retransmitted by SCTP. */
    void sendPacket(byte[] packet) {
        if (outlet != null) {
            outlet.send(packet);
        }
    }

    private DataChannels channels() {
        DataChannels present = channels;
        if (present == null) {
            present = new DataChannels(
                    transports.host().association(transports.surroundings().random()),
                    transports.settings().maxChannels());
            channels = present;
        }
        return present;
    }

    /** The DTLS session is over. */
    void onEnded() {
        isEnded = true;
        abort();
        outlet = null;
    }

    boolean isEnded() {
        return isEnded;
    }

    private void abort() {
        if (channels != null) {
            channels.abort(nowNs(), events);
            channels = null;
        }
    }

    /** Runs the timers that are due. */
    void onTimer() {
        if (nextDeadlineNs() <= nowNs() && channels != null) {
            channels.onTimeout(nowNs(), events);
        }
    }

    /** Returns the time at which {@link #onTimer} is due; {@link Long#MAX_VALUE} if never. */
    long nextDeadlineNs() {
        return channels == null ? Long.MAX_VALUE : channels.nextDeadlineNs();
    }

    /**
     * Nothing waits in the mailbox: runs the timers that are due, above all to send an acknowledgement that found no
     * answer to go with, and ends an association whose client takes nothing.
     */
    void onIdle() {
        onTimer();
        releaseAcknowledged();
        if (pending.isStalled() && channels != null) {
            transports.surroundings().counters().increment(ConferenceCounter.CHANNELS_STALLED);
            abort();
            releaseAcknowledged();
        }
    }

    /** Returns whether the bridge opens the channel, when the association is established. */
    boolean opensChannel() {
        return role == Sctp.Role.CLIENT;
    }

    void openChannel() {
        if (channels != null) {
            channels.open(nowNs(), STREAM, LABEL, PROTOCOL, Reliability.RELIABLE, events);
        }
    }

    /**
     * Part of a snapshot. An association for which too much waits is not in it: it ends.
     *
     * @param delivery has messages that the conference does not have yet
     * @return the channel that is open; null if there is none
     */
    @Nullable
    OpenChannel state(State state, ChannelDelivery delivery) throws StateException {
        List<String> undelivered = state.isReading() ? List.of() : delivery.undelivered();
        OpenChannel open = events.bridgeChannel();
        List<byte[]> unsent = open == null
                ? List.of()
                : open.waiting().stream().map(ChannelText::sharedBytes).toList();
        if (!state.bool(isMovable(undelivered, unsent))) {
            return null;
        }
        pending.state(state);
        int streamId = state.i32(open == null ? -1 : open.channel().streamId(), -1, 0xFFFF);
        undelivered = state.texts(undelivered, MAX_STATE_MESSAGES, MAX_STATE_BYTES);
        unsent = state.list(
                unsent,
                MAX_STATE_MESSAGES,
                (each, text) -> each.bytes(text == null ? new byte[0] : text, MAX_STATE_BYTES));
        DataChannels present = channels();
        state.part(CHANNELS_PART, 1, present::state);
        if (state.isReading() && streamId >= 0) {
            open = restore(present.find(streamId), unsent);
            delivery.restore(open, undelivered);
        }
        return open;
    }

    private boolean isMovable(List<String> undelivered, List<byte[]> unsent) {
        DataChannels present = channels;
        if (present == null || isEnded) {
            return false;
        }
        long bytes = (long) present.bufferedBytes() + present.heldBytes();
        for (String text : undelivered) {
            bytes += ChannelText.lengthBytes(text);
        }
        for (byte[] text : unsent) {
            bytes += text.length;
        }
        return bytes <= MAX_STATE_BYTES && undelivered.size() + unsent.size() <= MAX_STATE_MESSAGES;
    }

    private OpenChannel restore(@Nullable DataChannel channel, List<byte[]> unsent) throws StateException {
        if (channel == null) {
            throw new StateException("a bridge channel on a stream without a data channel");
        }
        OpenChannel opened = events.restore(channel);
        for (byte[] text : unsent) {
            opened.restore(ChannelText.of(new String(text, StandardCharsets.UTF_8)));
        }
        return opened;
    }

    private void releaseAcknowledged() {
        pending.onBuffered(channels == null ? 0 : channels.bufferedBytes());
    }

    /** The longest message that the peer takes, as clients announce in their SDP. Any thread. */
    int maxOutgoingBytes() {
        return transports.host().config().buffers().maxMessageBytes();
    }

    /** Returns what waits for the client. */
    SctpPendingMessages pending() {
        return pending;
    }

    /** Sends a text; the array is shared with other clients, and is only read. */
    SendResult send(DataChannel channel, byte[] utf8) {
        return channels == null ? SendResult.NOT_CONNECTED : channels.sendText(nowNs(), channel, utf8, events);
    }

    /**
     * Closes a channel. That takes until everything is sent, so the association of a client for which messages wait
     * ends at once instead.
     */
    void close(DataChannel channel) {
        if (!pending.isEmpty()) {
            abort();
        } else if (channels != null) {
            channels.close(nowNs(), channel, events);
        }
    }

    private long nowNs() {
        return transports.surroundings().clockNs().getAsLong();
    }
}
