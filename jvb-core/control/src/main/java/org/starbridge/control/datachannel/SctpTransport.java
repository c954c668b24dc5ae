package org.starbridge.control.datachannel;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Sctp;
import org.starbridge.control.channel.Backlog;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.channel.ChannelMemory;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.ChannelText;
import org.starbridge.control.channel.DataLink;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.transport.datachannel.ChannelDropReason;
import org.starbridge.transport.datachannel.DataChannel;
import org.starbridge.transport.datachannel.DataChannelSink;
import org.starbridge.transport.datachannel.DataChannels;
import org.starbridge.transport.sctp.Reliability;
import org.starbridge.transport.sctp.SctpConfig;
import org.starbridge.transport.sctp.SctpEnd;

/**
 * One peer's association and its bridge channel. Any thread puts packets, messages and the timer into the mailbox;
 * everything else belongs to whichever thread works on the mailbox.
 *
 * <p>A server waits for the association and for the channel, the first that its peer opens. A client begins both when
 * the DTLS session is up; if the peer ends them, it waits for the peer to come back.
 */
final class SctpLink implements DataLink {
    /** Packets and messages that wait; a client's window holds some 400 packets, but it begins with four. */
    private static final int MAX_WAITING = 512;

    /**
     * The same in bytes, and what each packet or message costs beside its own: arrays, tasks and their places in the
     * queue.
     */
    private static final int MAX_WAITING_BYTES = 1 << 20;

    private static final int COST_BYTES = 128;

    /** What a client opens, whichever DTLS role it has. */
    private static final int STREAM = 0;

    private static final String LABEL = "default";
    private static final String PROTOCOL = "http://jitsi.org/protocols/colibri";

    private static final int NORMAL = 1000;
    private static final int GOING_AWAY = 1001;

    private final SctpLinks links;
    private final Sctp.Role role;
    private final SerialExecutor mailbox;
    private final Backlog backlog;
    private final ChannelMemory.Share inbound;
    private volatile @Nullable ChannelSlot slot;
    private volatile long deadlineNs = Long.MAX_VALUE;

    /** Under the lock of {@link DeadlineTimers}, which alone uses it: when this link's alarm rings. */
    long alarmGrain = Long.MAX_VALUE;

    // The mailbox's.
    private @Nullable Outlet outlet;
    private @Nullable DataChannels channels;
    private @Nullable OpenChannel current;
    private int undelivered;
    private int handedOverBytes;
    private long refusedBefore;
    private boolean isEnded;

    SctpLink(SctpLinks links, Sctp.Role role) {
        this.links = links;
        this.role = role;
        mailbox = new SerialExecutor(
                links.surroundings().shared(), links.surroundings().patient(), MAX_WAITING, this::beforeRest);
        ChannelMemory memory = links.surroundings().memory();
        backlog = new Backlog(memory, links.settings().messages(), SctpConfig.MESSAGE_OVERHEAD_BYTES);
        inbound = memory.share(MAX_WAITING_BYTES);
    }

    @Override
    public void serve(ChannelSlot slot) {
        this.slot = slot;
    }

    @Override
    public void onConnected(Outlet outlet) {
        post(() -> {
            this.outlet = outlet;
            if (role == Sctp.Role.CLIENT && !isEnded) {
                present().connect(nowNs(), new Sink());
            }
        });
    }

    @Override
    public void onData(byte[] record) {
        if (!mailbox.runNow(() -> onPacket(record)) && !offer(record)) {
            links.countRefusedPacket();
        }
    }

    private boolean offer(byte[] record) {
        int costBytes = record.length + COST_BYTES;
        if (!inbound.take(costBytes)) {
            return false;
        }
        boolean isTaken = mailbox.offer(() -> {
            inbound.giveBack(costBytes);
            onPacket(record);
        });
        if (!isTaken) {
            inbound.giveBack(costBytes);
        }
        return isTaken;
    }

    @Override
    public void onEnded() {
        mailbox.post(this::end);
    }

    /** For {@link OpenChannel}: runs something among everything else about this endpoint. */
    void post(Runnable task) {
        mailbox.post(task);
    }

    private void onPacket(byte[] packet) {
        if (isEnded) {
            return;
        }
        DataChannels present = present();
        present.onPacket(nowNs(), packet, new Sink());
        countRefused(present);
    }

    private DataChannels present() {
        DataChannels present = channels;
        if (present == null) {
            present = new DataChannels(
                    links.host().association(links.surroundings().random()),
                    links.settings().maxChannels());
            channels = present;
        }
        return present;
    }

    private void openChannel() {
        if (channels != null) {
            channels.open(nowNs(), STREAM, LABEL, PROTOCOL, Reliability.RELIABLE, new Sink());
        }
    }

    private void countRefused(DataChannels present) {
        long refused = 0;
        for (ChannelDropReason reason : ChannelDropReason.values()) {
            refused += present.dropped(reason);
        }
        links.countRefusedOpens(refused - refusedBefore);
        refusedBefore = refused;
    }

    private void end() {
        isEnded = true;
        abort();
        outlet = null;
    }

    private void abort() {
        if (channels != null) {
            channels.abort(nowNs(), new Sink());
            channels = null;
        }
    }

    /**
     * Closing waits until everything is on its way: with a client for which something waits, the association ends at
     * once.
     */
    void close(DataChannel channel) {
        if (!backlog.isEmpty()) {
            abort();
        } else if (channels != null) {
            channels.close(nowNs(), channel, new Sink());
        }
    }

    /** In the mailbox: a message of so many bytes is the association's from now on, until it is acknowledged. */
    void onHandedOver(int lengthBytes) {
        backlog.onHandedOver();
        handedOverBytes += lengthBytes + SctpConfig.MESSAGE_OVERHEAD_BYTES;
    }

    /** What waits for the client, in the mailbox, in its channel and in the association. */
    Backlog backlog() {
        return backlog;
    }

    private void freeAcknowledged() {
        int bufferedBytes = channels == null ? 0 : channels.bufferedBytes();
        if (bufferedBytes < handedOverBytes) {
            backlog.onFreed(handedOverBytes - bufferedBytes, nowNs());
            handedOverBytes = bufferedBytes;
        }
    }

    /**
     * When nothing waits in the mailbox: what is due is done now, as everything is at hand. Above all, an
     * acknowledgement goes that found no answer to go with.
     */
    private void beforeRest() {
        onTimer();
        freeAcknowledged();
        if (backlog.isStalled(nowNs()) && channels != null) {
            links.surroundings().counters().increment(ConferenceCounter.CHANNELS_STALLED);
            abort();
            freeAcknowledged();
        }
        setAlarm();
    }

    private void setAlarm() {
        long next = channels == null ? Long.MAX_VALUE : channels.nextDeadlineNs();
        if (next != deadlineNs) {
            deadlineNs = next;
            links.alarms().update(this);
        }
    }

    /** Of the association; any thread. */
    long deadlineNs() {
        return deadlineNs;
    }

    /** On the timer's thread. The deadline may have moved since the alarm was set. */
    void onAlarm() {
        if (deadlineNs <= nowNs()) {
            mailbox.post(this::onTimer);
        } else {
            links.alarms().update(this);
        }
    }

    private void onTimer() {
        if (channels != null && channels.nextDeadlineNs() <= nowNs()) {
            channels.onTimeout(nowNs(), new Sink());
        }
    }

    long nowNs() {
        return links.surroundings().clockNs().getAsLong();
    }

    @Nullable
    DataChannels channels() {
        return channels;
    }

    /** Of one message; clients announce in their SDP that they take no more. */
    int maxOutgoingBytes() {
        return links.host().config().buffers().maxMessageBytes();
    }

    DataChannelSink sink() {
        return new Sink();
    }

    /**
     * Gives a message to the conference: at once if that takes no waiting, otherwise in its turn on a thread that may
     * wait. No packet comes before this one has been worked on, so the order stays.
     */
    private void deliver(
            ChannelSlot conference, OpenChannel open, int lengthBytes, BooleanSupplier atOnce, Runnable inTurn) {
        long nowNs = nowNs();
        long waitNs = conference.pace().waitNs(lengthBytes, nowNs);
        if (waitNs > 0) {
            links.surroundings().counters().increment(ConferenceCounter.CHANNEL_MESSAGES_DELAYED);
            if (conference.pace().isOverrun(nowNs)) {
                open.close(BridgeChannel.CloseReason.TOO_MANY_MESSAGES);
                return;
            }
        }
        if (mailbox.mayWait()) {
            pause(waitNs);
            inTurn.run();
        } else if (waitNs > 0 || undelivered > 0 || !atOnce.getAsBoolean()) {
            int costBytes = lengthBytes + COST_BYTES;
            if (inbound.take(costBytes)) {
                tell(() -> {
                    inbound.giveBack(costBytes);
                    pause(nowNs + waitNs - nowNs());
                    inTurn.run();
                });
            } else {
                conference.onBinary(open); // dropped and counted
            }
        }
    }

    /** Tells the conference something that may have to wait, after all that it was told before. */
    private void tell(Runnable news) {
        if (mailbox.mayWait()) {
            news.run();
        } else {
            undelivered++;
            mailbox.postPatient(() -> {
                undelivered--;
                news.run();
            });
        }
    }

    /** A client that talks too fast is made to wait: its packets wait in the mailbox, and then at the client. */
    private void pause(long waitNs) {
        if (waitNs > 0) {
            links.surroundings().pause().accept(waitNs);
        }
    }

    /** What the association says. */
    private final class Sink implements DataChannelSink {
        @Override
        public void send(byte[] packet) {
            if (outlet != null) {
                outlet.send(packet); // if it is dropped, SCTP sends it again
            }
        }

        @Override
        public void onConnected() {
            if (role == Sctp.Role.CLIENT) {
                post(SctpLink.this::openChannel);
            }
        }

        @Override
        public void onOpen(DataChannel channel) {
            ChannelSlot open = slot;
            if (current == null && open != null) { // the first one; others carry nothing
                OpenChannel opened = new OpenChannel(SctpLink.this, channel);
                current = opened;
                tell(() -> open.onOpen(opened));
            }
        }

        @Override
        public void onText(DataChannel channel, String text) {
            OpenChannel open = ours(channel);
            ChannelSlot conference = slot;
            if (open == null || conference == null) {
                return;
            }
            int lengthBytes = ChannelText.lengthBytes(text);
            if (lengthBytes > links.settings().messages().maxMessageBytes()) {
                drop(conference, open, lengthBytes);
            } else {
                deliver(
                        conference,
                        open,
                        lengthBytes,
                        () -> conference.tryText(open, text),
                        () -> conference.onText(open, text));
            }
        }

        @Override
        public void onBinary(DataChannel channel, byte[] bytes) {
            OpenChannel open = ours(channel);
            ChannelSlot conference = slot;
            if (open != null && conference != null) {
                drop(conference, open, bytes.length);
            }
        }

        /** What is too long is as good as binary. */
        private void drop(ChannelSlot conference, OpenChannel open, int lengthBytes) {
            Runnable count = () -> conference.onBinary(open);
            deliver(
                    conference,
                    open,
                    lengthBytes,
                    () -> {
                        count.run();
                        return true;
                    },
                    count);
        }

        private @Nullable OpenChannel ours(DataChannel channel) {
            return current != null && current.is(channel) ? current : null;
        }

        @Override
        public void onClosed(DataChannel channel) {
            OpenChannel open = ours(channel);
            if (open != null) {
                current = null;
                open.onClosed();
                ChannelSlot conference = slot;
                if (conference != null) {
                    int code = isEnded ? GOING_AWAY : NORMAL;
                    tell(() -> conference.onClose(open, code));
                }
            }
        }

        @Override
        public void onWritable() {
            OpenChannel open = current;
            if (open != null) {
                post(open::sendWaiting);
            }
        }

        @Override
        public void onDisconnected(SctpEnd end) {
            // The channel was closed before; the client may begin anew as long as its DTLS session lives.
        }
    }
}
