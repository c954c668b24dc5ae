package org.starbridge.hammer.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.result.PacketFaults;
import org.starbridge.hammer.client.result.ReceiverCount;
import org.starbridge.hammer.client.result.ReportFaults;
import org.starbridge.hammer.client.result.ReportedTimes;
import org.starbridge.hammer.client.result.ThinPictures;

/**
 * The result of one run. Null is what was not measured.
 *
 * @param seconds the length of the measured window
 * @param receivers one for each endpoint
 * @param bridgeVersion as the bridge calls itself; for one of ours also how it moves and encrypts media
 * @param delays null if no packet of the window arrived
 * @param fanOut null if no sampled packet reached everybody
 * @param sampleEvery how many packets of a stream to one that was decrypted
 * @param joins what came of joins in the window, and of further conferences
 * @param messages null if endpoints were to say nothing to each other
 * @param relays null if there was one bridge only
 */
public record RunReport(
        Scenario scenario,
        double seconds,
        List<ReceiverCount> receivers,
        @Nullable String bridgeVersion,
        BridgeUse bridge,
        HammerUse hammer,
        @Nullable Delays delays,
        @Nullable FanOut fanOut,
        int sampleEvery,
        Joins joins,
        @Nullable Messages messages,
        @Nullable RelayReport relays,
        List<String> warnings) {

    /** A driver that computes more than this share of the time can't be trusted to be in time. */
    static final double BUSY = 0.9;

    /** More late packets than this share are the Hammer's failing. */
    static final double LATE = 0.01;

    /** A process that computes more than this share of its processors' time leaves its threads waiting for one. */
    static final double FULL = 0.95;

    public RunReport {
        receivers = List.copyOf(receivers);
        warnings = List.copyOf(warnings);
    }

    /** Pairs of a receiver and another one who sends. */
    public int couplesExpected() {
        return scenario.couples();
    }

    /** These of which everything that is sent arrived. */
    public int couplesReceived() {
        return receivers.stream().mapToInt(ReceiverCount::couples).sum();
    }

    private long sum(ToLongFunction<ReceiverCount> figure) {
        return receivers.stream().mapToLong(figure).sum();
    }

    /** By all senders in the window. */
    public long packetsSent() {
        return sum(each -> each.sent().packets());
    }

    /** Returns the number of packets that should have arrived at all receivers. */
    public long packetsExpected() {
        return sum(each -> each.received().expected());
    }

    /** Returns the number of packets that did. */
    public long packetsReceived() {
        return sum(each -> each.received().packets());
    }

    /** Returns what sender reports and transport-wide feedback told all endpoints. */
    public ReportedTimes reportedTimes() {
        return receivers.stream().map(ReceiverCount::reportedTimes).reduce(ReportedTimes.NONE, ReportedTimes::plus);
    }

    /** Returns the packets that the bridge has lost, without those that receivers' kernels dropped. */
    public long packetsLost() {
        return sum(each -> each.received().lost());
    }

    /** Returns the packets that receivers' kernels dropped because the Hammer was slow. */
    public long kernelDrops() {
        return sum(each -> each.received().kernelDrops());
    }

    /** Packets that were lost, and came when they had been asked for; they stay lost in {@link #packetsLost()}. */
    public long packetsRecovered() {
        return sum(each -> each.received().recovered());
    }

    public long duplicates() {
        return sum(each -> each.received().duplicates());
    }

    public long reordered() {
        return sum(each -> each.received().reordered());
    }

    /** Payloads that could be compared with what was sent. */
    public long payloadsCompared() {
        return sum(each -> each.content().compared());
    }

    /** Payloads that were not what was sent, or that SRTP refused. */
    public long contentErrors() {
        return sum(each -> each.content().errors());
    }

    /**
     * Returns the reasons why bridge channels were gone before the end, one for each endpoint that had one and lost it.
     */
    public List<String> channelEnds() {
        return receivers.stream()
                .map(ReceiverCount::channelEnd)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Packets that left more than 20 ms after they were due. */
    public long packetsLate() {
        return sum(each -> each.sent().late());
    }

    /** Returns the average bitrate of one sender, all its streams, at RTP level (header and payload). */
    public double senderBitrateBps() {
        long bytes = sum(each -> each.sent().rtpBytes());
        return seconds > 0 ? bytes * 8 / seconds / scenario.senders() : 0;
    }

    /**
     * CPU time of the bridge for each packet that arrived; null if it wasn't measured. With relays this is the first
     * bridge alone, which did not send all of them: see {@link RelayReport}.
     */
    public @Nullable Double bridgeCpuMicrosPerForwardedPacket() {
        return perForwarded(bridge.cpuNs());
    }

    /** The part of it that the bridge itself used. */
    public @Nullable Double bridgeUserMicrosPerForwardedPacket() {
        return perForwarded(bridge.userNs());
    }

    /** The part of it that the kernel used on the bridge's behalf. */
    public @Nullable Double bridgeSystemMicrosPerForwardedPacket() {
        return perForwarded(bridge.systemNs());
    }

    /**
     * Returns the bytes that the bridge's media threads allocated for each packet that arrived; null if the bridge
     * doesn't tell.
     */
    public @Nullable Double bridgeAllocatedBytesPerForwardedPacket() {
        Long bytes = bridge.grown("media_allocated_bytes");
        return bytes == null || packetsOut() == 0 || relays != null ? null : (Double) ((double) bytes / packetsOut());
    }

    /** CPU time of the Hammer for each packet that arrived, sending included; null if it wasn't measured. */
    public @Nullable Double hammerCpuMicrosPerReceivedPacket() {
        return perReceived(hammer.cpuNs());
    }

    private @Nullable Double perForwarded(@Nullable Long cpuNs) {
        return relays == null ? perReceived(cpuNs) : null;
    }

    private @Nullable Double perReceived(@Nullable Long cpuNs) {
        return cpuNs == null || packetsOut() == 0 ? null : cpuNs / 1e3 / packetsOut();
    }

    /** Returns the packets of the bridge that arrived, at guests and from guests, too. */
    private long packetsOut() {
        return packetsReceived()
                + joins.packetsOfGuests()
                + (joins.guests() == null ? 0 : sum(each -> each.received().unknownSsrc()));
    }

    /** Share of its processors' time that the Hammer computed, 0 to 1; null if it wasn't measured. */
    public @Nullable Double hammerShare() {
        Long cpuNs = hammer.cpuNs();
        return cpuNs == null || seconds <= 0 ? null : (Double) (cpuNs / 1e9 / seconds / hammer.processors());
    }

    /**
     * Returns the reasons why the Hammer itself was too slow for the figures to be the bridge's; empty if it wasn't.
     */
    public List<String> saturation() {
        List<String> reasons = new ArrayList<>();
        if (kernelDrops() > 0) {
            reasons.add(
                    format("the kernel dropped %,d datagrams because sockets were not read in time", kernelDrops()));
        }
        if (hammer.busiestDriver() > BUSY) {
            reasons.add(format("a media thread was busy %.0f %% of the time", hammer.busiestDriver() * 100));
        }
        Double share = hammerShare();
        if (share != null && share > FULL) {
            reasons.add(format("the process used %.0f %% of its %d processors", share * 100, hammer.processors()));
        }
        if (isSentLate()) {
            reasons.add(
                    format("%.1f %% of the packets left more than 20 ms late", 100.0 * packetsLate() / packetsSent()));
        }
        return reasons;
    }

    private boolean isSentLate() {
        return packetsLate() > LATE * packetsSent();
    }

    /** Faults of sender reports; packets that left late are apart from them by the Hammer's own lateness. */
    private ReportFaults reportFaults() {
        ReportFaults faults = reportedTimes().faults();
        return isSentLate() ? new ReportFaults(faults.overdue(), 0, faults.miscounted()) : faults;
    }

    /** Returns whether the Hammer itself was too slow for its figures to be the bridge's. */
    public boolean hammerSaturated() {
        return !saturation().isEmpty();
    }

    @SuppressWarnings("AnnotateFormatMethod") // its annotation is in a library that nothing else here needs
    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    /** Returns the results of the bridge's choices; null if it had none. */
    @Nullable
    Selection selection() {
        return Selection.of(receivers);
    }

    /** The same of those who are not behind a link. */
    @Nullable
    Selection directSelection() {
        return Selection.of(direct());
    }

    /** Returns the results of emulated links; null if there are none. */
    @Nullable
    public Links links() {
        return Links.of(receivers);
    }

    /** Endpoints without an emulated link. */
    private List<ReceiverCount> direct() {
        return receivers.stream().filter(receiver -> receiver.link() == null).toList();
    }

    /** Returns whether senders' links may lose what the bridge is to report. */
    private boolean isUplinkLossy() {
        return receivers.stream()
                .map(ReceiverCount::link)
                .anyMatch(link -> link != null && link.up().dropped() > 0);
    }

    /** Packets that failed to arrive without an emulated link to blame. */
    public long packetsLostDirectly() {
        return isUplinkLossy()
                ? 0
                : direct().stream().mapToLong(each -> each.received().lost()).sum();
    }

    /** Returns the results of key frames of which packets were left out at first; null if none were. */
    @Nullable
    KeyFrames keyFrames() {
        return KeyFrames.of(receivers);
    }

    /**
     * Returns whether transport-wide feedback calls next to nothing missing, unless the Hammer itself left packets out.
     */
    boolean isFeedbackRight() {
        return keyFrames() != null || isUplinkLossy() || reportedTimes().isFeedbackRight();
    }

    /** Returns what the bridge did wrong though it lost nothing and changed no payload. */
    BridgeFaults faults() {
        ThinPictures thin = isUplinkLossy()
                ? ThinPictures.NONE
                : direct().stream()
                        .map(ReceiverCount::selection)
                        .filter(Objects::nonNull)
                        .map(selection -> selection.pictures().thin())
                        .reduce(ThinPictures.NONE, ThinPictures::plus);
        return new BridgeFaults(
                receivers.stream().map(each -> each.content().faults()).reduce(PacketFaults.NONE, PacketFaults::plus),
                links() == null ? reportFaults() : ReportFaults.NONE,
                thin);
    }

    /**
     * Returns whether everything arrived, once, as it was sent; of what the bridge chooses, exactly what was asked for.
     * Behind an emulated link the rules of {@link Links} hold instead.
     */
    public boolean passed() {
        Selection selection = directSelection();
        KeyFrames keyFrames = keyFrames();
        Links links = links();
        return (selection == null || selection.isRight())
                && (messages == null || messages.isRight())
                && (keyFrames == null || keyFrames.isRight())
                && (relays == null || duplicates() == 0)
                && channelEnds().isEmpty()
                && joins.isRight()
                && couplesReceived() == couplesExpected()
                && packetsLostDirectly() == 0
                && contentErrors() == 0
                && faults().areNone()
                && (links == null
                        ? reportedTimes().areTimesRight()
                        : links.problems().isEmpty())
                && isFeedbackRight()
                && (packetsSent() > 0 || !scenario.hasMedia());
    }
}
