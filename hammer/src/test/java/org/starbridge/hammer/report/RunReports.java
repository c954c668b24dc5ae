package org.starbridge.hammer.report;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.bridge.KernelDrops;
import org.starbridge.hammer.bridge.ProcessMeter.Usage;
import org.starbridge.hammer.client.plan.SenderConstraints;
import org.starbridge.hammer.client.plan.VideoRequest;
import org.starbridge.hammer.client.result.KeyFrameCount;
import org.starbridge.hammer.client.result.LinkCount;
import org.starbridge.hammer.client.result.LinkDirectionCount;
import org.starbridge.hammer.client.result.LinkSeries;
import org.starbridge.hammer.client.result.MessageCount;
import org.starbridge.hammer.client.result.PacketFaults;
import org.starbridge.hammer.client.result.PictureTimes;
import org.starbridge.hammer.client.result.ReceiverCount;
import org.starbridge.hammer.client.result.ReceiverCount.Content;
import org.starbridge.hammer.client.result.ReceiverCount.Received;
import org.starbridge.hammer.client.result.ReceiverCount.Sent;
import org.starbridge.hammer.client.result.ReportFaults;
import org.starbridge.hammer.client.result.ReportedTimes;
import org.starbridge.hammer.client.result.SelectionCount;
import org.starbridge.hammer.client.result.SentEncoding;
import org.starbridge.hammer.client.result.SsrcCount;

/** Reports to test with. */
final class RunReports {
    private RunReports() {}

    static ReceiverCount receiver(int number, int couples, long received, long kernelDrops, long contentErrors) {
        return receiver(number, couples, received, kernelDrops, contentErrors, 0, null, times(number), null);
    }

    /** Of whose 1000 packets some left late. */
    static ReceiverCount late(int number, long packetsLate) {
        return receiver(number, 1, 1000, 0, 0, packetsLate, null, times(number), null);
    }

    /** Whose bridge channel is gone. */
    static ReceiverCount withoutChannel(int number, String channelEnd) {
        return receiver(number, 1, 1000, 0, 0, 0, channelEnd, times(number), null);
    }

    /** Which sender reports told something. */
    static ReceiverCount receiver(ReportedTimes times) {
        return receiver(0, 1, 1000, 0, 0, 0, null, times, null);
    }

    /** Which lost packets of key frames on purpose. */
    static ReceiverCount losing(int number, KeyFrameCount keyFrames) {
        return receiver(number, 1, 1000, 0, 0, 0, null, times(number), keyFrames);
    }

    private static ReportedTimes times(int number) {
        return new ReportedTimes(2, number, 40_000_000, 3_000_000, 200, number, ReportFaults.NONE);
    }

    private static ReceiverCount receiver(
            int number,
            int couples,
            long received,
            long kernelDrops,
            long contentErrors,
            long packetsLate,
            @Nullable String channelEnd,
            ReportedTimes times,
            @Nullable KeyFrameCount keyFrames) {
        return receiver(
                number, couples, received, kernelDrops, contentErrors, packetsLate, channelEnd, times, keyFrames, null);
    }

    /** Behind a link of 500 kbit/s that lost a tenth of 1000 packets at random. */
    static ReceiverCount behindLink(int number, long audioReceived, long longestFreezeNs) {
        LinkSeries series = new LinkSeries(0, new int[0], new int[0], new int[0], 0);
        LinkDirectionCount down =
                new LinkDirectionCount(500_000, 400_000, 20_000_000, 90_000_000, 300_000_000, 1000, 0, 100, 50, series);
        LinkDirectionCount up = new LinkDirectionCount(0, 30_000, 0, 0, 0, 100, 0, 0, 0, series);
        PictureTimes pictures = new PictureTimes(
                0,
                1_500_000_000L,
                2,
                1,
                3,
                4_000_000_000L,
                longestFreezeNs,
                1000,
                audioReceived,
                List.of(new PictureTimes.LayerChange(500_000_000, 0, 360)));
        LinkCount link = new LinkCount(0, "rate=500k,loss=10%", 390_000, 0, 10_000_000_000L, down, up, pictures);
        return receiver(number, 1, 900, 0, 0, 0, null, times(number), null, link);
    }

    /** Which the bridge chose video for. */
    static ReceiverCount selecting(int number) {
        return receiver(number, 1, 1000, 0, 0, 0, null, times(number), null, null, SelectionTest.RIGHT);
    }

    private static ReceiverCount receiver(
            int number,
            int couples,
            long received,
            long kernelDrops,
            long contentErrors,
            long packetsLate,
            @Nullable String channelEnd,
            ReportedTimes times,
            @Nullable KeyFrameCount keyFrames,
            @Nullable LinkCount link) {
        return receiver(
                number,
                couples,
                received,
                kernelDrops,
                contentErrors,
                packetsLate,
                channelEnd,
                times,
                keyFrames,
                link,
                null);
    }

    private static ReceiverCount receiver(
            int number,
            int couples,
            long received,
            long kernelDrops,
            long contentErrors,
            long packetsLate,
            @Nullable String channelEnd,
            ReportedTimes times,
            @Nullable KeyFrameCount keyFrames,
            @Nullable LinkCount link,
            @Nullable SelectionCount selection) {
        return new ReceiverCount(
                number,
                "0000000" + number,
                new Sent(
                        1000,
                        600_000,
                        packetsLate,
                        0,
                        1,
                        0,
                        List.of(new SentEncoding(180, 400, true, 3), new SentEncoding(360, 600, number == 0, 1))),
                couples,
                couples == 1 ? List.of() : List.of("VIDEO of endpoint 1"),
                new Received(1000, received, 0, kernelDrops, 3, 2, 0, 4 << 20),
                new Content(50, contentErrors, 0, PacketFaults.NONE),
                selection,
                new SsrcCount(1, number),
                times,
                keyFrames,
                link,
                channelEnd);
    }

    /** Of two endpoints and 10 s; a bridge that was measured computed half of the time in the kernel. */
    static RunReport of(List<ReceiverCount> receivers, @Nullable Long bridgeCpuNs) {
        return of(receivers, bridgeCpuNs, null, hammer(0.25));
    }

    static RunReport of(
            List<ReceiverCount> receivers, @Nullable Long bridgeCpuNs, @Nullable BridgeStats stats, HammerUse hammer) {
        return of("both", receivers, bridgeCpuNs, stats, hammer, null);
    }

    /** In which two endpoints sent no media, and talked to each other. */
    static RunReport talking(MessageCount... counts) {
        return of("none", List.of(), null, null, hammer(0.25), new Messages(2, List.of(counts), null));
    }

    /** In which one endpoint talked to the bridge, in the window and before. */
    static RunReport talkingToBridge(MessageCount count, long said, @Nullable Long heard) {
        Messages messages = new Messages(2, List.of(count), new Messages.AtBridge(said, heard));
        return of("none", List.of(), null, null, hammer(0.25), messages);
    }

    private static RunReport of(
            String kinds,
            List<ReceiverCount> receivers,
            @Nullable Long bridgeCpuNs,
            @Nullable BridgeStats stats,
            HammerUse hammer,
            @Nullable Messages messages) {
        Usage before = bridgeCpuNs == null ? null : new Usage(1000, 2000, 100_000_000, 100_000_000);
        Usage after = bridgeCpuNs == null
                ? null
                : new Usage(1000 + bridgeCpuNs / 2, 2000 + bridgeCpuNs / 2, 200_000_000, 210_000_000);
        return new RunReport(
                new Scenario(
                        1,
                        2,
                        0,
                        kinds,
                        1,
                        kinds.equals("none") ? 0 : 2,
                        1,
                        VideoRequest.EVERYTHING,
                        SenderConstraints.IGNORED),
                10,
                receivers,
                "Starbridge 1",
                new BridgeUse(before, after, new TreeMap<>(Map.of("media-0", 7_000_000L)), null, "0", stats),
                hammer,
                new Delays(30, 100_000, 900_000, 1_200_000, 1_500_000),
                new FanOut(
                        new Delays(15, 90_000, 500_000, 600_000, 700_000),
                        new Delays(15, 110_000, 900_000, 1_200_000, 1_500_000),
                        new Delays(15, 20_000, 400_000, 500_000, 600_000)),
                64,
                Joins.NONE,
                messages,
                null,
                List.of());
    }

    /** With 40 ms of CPU time on two processors. */
    static HammerUse hammer(double busiestDriver) {
        return new HammerUse(
                40_000_000L,
                busiestDriver,
                2,
                "0-1",
                new Delays(2000, 100_000, 900_000, 1_000_000, 1_100_000),
                new KernelDrops(1, 2, 3, 4),
                "libcrypto");
    }
}
