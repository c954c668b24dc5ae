package org.starbridge.hammer.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.hammer.client.result.KeyFrameCount;
import org.starbridge.hammer.client.result.ReceiverCount;
import org.starbridge.hammer.client.result.ReceiverCount.Sent;
import org.starbridge.hammer.client.result.ReportFaults;
import org.starbridge.hammer.client.result.ReportedTimes;

class VerdictTest {
    private static RunReport report(int couples, long received, long kernelDrops, long contentErrors) {
        return RunReports.of(
                List.of(
                        RunReports.receiver(0, 1, 1000, 0, 0),
                        RunReports.receiver(1, couples, received, kernelDrops, contentErrors)),
                null);
    }

    @Test
    void passesWhenEverythingArrived() {
        RunReport report = report(1, 1000, 0, 0);
        assertThat(report.passed()).isTrue();
        assertThat(report.hammerSaturated()).isFalse();
        assertThat(SummaryTable.verdict(report)).startsWith("PASSED");
    }

    @Test
    void doesNotBlameTheBridgeForWhatTheReceiversKernelDropped() {
        RunReport report = report(1, 990, 10, 0);
        assertThat(report.passed()).isTrue();
        assertThat(report.hammerSaturated()).isTrue();
        assertThat(SummaryTable.lines(report))
                .anyMatch(line -> line.contains("SATURATED") && line.contains("dropped 10 datagrams"));
    }

    @Test
    void saysWhyTheHammerIsSaturated() {
        List<ReceiverCount> receivers = List.of(RunReports.receiver(0, 1, 1000, 0, 0));
        assertThat(RunReports.of(receivers, null, null, RunReports.hammer(0.9)).saturation())
                .isEmpty();
        assertThat(RunReports.of(receivers, null, null, RunReports.hammer(0.91)).saturation())
                .containsExactly("a media thread was busy 91 % of the time");
        HammerUse full = new HammerUse(9_600_000_000L, 0.5, 1, "0", null, null, "jce");
        assertThat(RunReports.of(receivers, null, null, full).saturation())
                .containsExactly("the process used 96 % of its 1 processors");
        HammerUse half = new HammerUse(9_600_000_000L, 0.5, 2, "0-1", null, null, "jce");
        assertThat(RunReports.of(receivers, null, null, half).saturation()).isEmpty();
        assertThat(RunReports.of(List.of(RunReports.late(0, 10)), null).saturation())
                .isEmpty();
        assertThat(RunReports.of(List.of(RunReports.late(0, 11)), null).saturation())
                .containsExactly("1.1 % of the packets left more than 20 ms late");
    }

    @Test
    void oneSentenceSaysWhatARunComesTo() {
        Verdict held = Verdict.of(report(1, 1000, 0, 0));
        assertThat(held.kind()).isEqualTo(Verdict.Kind.HELD);
        assertThat(held.sentence())
                .isEqualTo("Held: 2 endpoints, full star, 2,000 packets, none lost, delay p99 0.90 ms.");
        Verdict broke = Verdict.of(report(0, 900, 0, 0));
        assertThat(broke.kind()).isEqualTo(Verdict.Kind.BROKE);
        assertThat(broke.sentence())
                .isEqualTo("Broke: 2 endpoints, full star, because 1 pairs are missing, 100 packets were lost.");
        Verdict saturated = Verdict.of(report(1, 990, 10, 0));
        assertThat(saturated.kind()).isEqualTo(Verdict.Kind.UNTRUSTED);
        assertThat(saturated.sentence())
                .startsWith("Not to be trusted: the generator was saturated (the kernel dropped 10 datagrams");
    }

    @Test
    void oneSentenceSaysWhatSeveralRunsComeTo() {
        Verdict.Labelled ten = new Verdict.Labelled("K = 10", Verdict.of(report(1, 1000, 0, 0)));
        Verdict.Labelled twenty = new Verdict.Labelled("K = 20", Verdict.of(report(1, 900, 0, 0)));
        Verdict.Labelled thirty = new Verdict.Labelled("K = 30", Verdict.of(report(1, 990, 10, 0)));
        assertThat(Verdict.of(List.of(ten, twenty, thirty)).sentence())
                .isEqualTo("Held up to K = 10; broke at K = 20, because 100 packets were lost.");
        assertThat(Verdict.of(List.of(ten, thirty)).sentence())
                .startsWith("Held up to K = 10; not to be trusted at K = 30: the generator was saturated");
        assertThat(Verdict.of(List.of(ten, thirty, twenty)).sentence())
                .startsWith("Held up to K = 10; not to be trusted at K = 30");
        assertThat(Verdict.of(List.of(twenty, thirty)).sentence()).startsWith("Nothing held; broke at K = 20");
        assertThat(Verdict.of(List.of(twenty)).sentence())
                .isEqualTo(twenty.verdict().sentence());
        assertThat(Verdict.of(List.of(ten, ten)).sentence()).isEqualTo("Held at all loads, up to K = 10.");
        assertThat(Verdict.of(List.of()).kind()).isEqualTo(Verdict.Kind.UNTRUSTED);
    }

    @Test
    void runsThatDoNotRiseAreNamed() {
        Verdict.Labelled held = new Verdict.Labelled("video", Verdict.of(report(1, 1000, 0, 0)));
        Verdict.Labelled broke = new Verdict.Labelled("audio 1", Verdict.of(report(1, 900, 0, 0)));
        Verdict.Labelled saturated = new Verdict.Labelled("audio 2", Verdict.of(report(1, 990, 10, 0)));
        Verdict both = Verdict.of(List.of(broke, held, saturated));
        assertThat(both.kind()).isEqualTo(Verdict.Kind.BROKE);
        assertThat(both.sentence()).isEqualTo("Held in 1 of 3 runs; broke at audio 1; not to be trusted at audio 2.");
        Verdict untrusted = Verdict.of(List.of(saturated, held));
        assertThat(untrusted.kind()).isEqualTo(Verdict.Kind.UNTRUSTED);
        assertThat(untrusted.sentence()).isEqualTo("Held in 1 of 2 runs; not to be trusted at audio 2.");
        assertThat(Verdict.of(List.of(broke, held)).sentence()).isEqualTo("Held in 1 of 2 runs; broke at audio 1.");
    }

    @Test
    void failsWhenBridgeChannelsAreLost() {
        RunReport report = RunReports.of(
                List.of(
                        RunReports.receiver(0, 1, 1000, 0, 0),
                        RunReports.withoutChannel(1, "WebSocket closed with status 1001")),
                null);
        assertThat(report.passed()).isFalse();
        assertThat(SummaryTable.verdict(report))
                .contains("1 bridge channels were lost (the first: WebSocket closed with status 1001)");
    }

    @Test
    void showsUserAndSystemTimeAndBothEndsOfAFanOut() {
        RunReport report =
                RunReports.of(List.of(RunReports.receiver(0, 1, 1000, 0, 0)), 8_000_000L, null, RunReports.hammer(0.5));
        assertThat(SummaryTable.lines(report))
                .anyMatch(line -> line.contains("8.00 µs per forwarded packet (user 4.00, system 4.00)"))
                .anyMatch(line -> line.contains("to the first receiver") && line.contains("p99 500 µs"))
                .anyMatch(line -> line.contains("to the last receiver") && line.contains("p99.9 1200 µs"));
    }

    @Test
    void failsForAMissingCoupleALostPacketOrAWrongPayload() {
        assertThat(report(0, 1000, 0, 0).passed()).isFalse();
        assertThat(report(1, 999, 0, 0).passed()).isFalse();
        assertThat(report(1, 1000, 0, 1).passed()).isFalse();
        assertThat(SummaryTable.verdict(report(0, 999, 0, 1)))
                .contains("1 pairs are missing", "1 packets were lost", "1 payloads");
    }

    @Test
    void showsADashForWhatWasNotMeasured() {
        assertThat(SummaryTable.lines(report(1, 1000, 0, 0))).anyMatch(line -> line.matches(" *bridge CPU +–"));
    }

    @Test
    void failsWhenSenderReportsPutPacketsElsewhereInTime() {
        RunReport right = RunReports.of(List.of(RunReports.receiver(0, 1, 1000, 0, 0)), null);
        assertThat(SummaryTable.lines(right))
                .anyMatch(line -> line.contains("sender reports") && line.contains("of 2 of 2 streams"))
                .anyMatch(line -> line.contains("200 packets reported, 0 missing"));
        ReportedTimes apart = new ReportedTimes(1, 0, 0, ReportedTimes.OFFSET_LIMIT_NS + 1, 0, 0, ReportFaults.NONE);
        RunReport wrong = RunReports.of(List.of(RunReports.receiver(apart)), null);
        assertThat(wrong.passed()).isFalse();
        assertThat(SummaryTable.verdict(wrong)).contains("sender reports and packets are 1000.0 ms apart");
    }

    @Test
    void failsWhenFeedbackCallsMoreThanAPacketInAHundredMissing() {
        ReportedTimes some = new ReportedTimes(0, 0, 0, 0, 990, 10, ReportFaults.NONE);
        assertThat(withFeedback(some).passed()).isTrue();
        ReportedTimes many = new ReportedTimes(0, 0, 0, 0, 989, 11, ReportFaults.NONE);
        RunReport wrong = withFeedback(many);
        assertThat(wrong.passed()).isFalse();
        assertThat(SummaryTable.verdict(wrong)).contains("transport-wide feedback reports 11 packets as missing");
    }

    private static RunReport withFeedback(ReportedTimes feedback) {
        return RunReports.of(List.of(RunReports.receiver(feedback), RunReports.receiver(ReportedTimes.NONE)), null);
    }

    private static RunReport losing(long askedFor, long askedBeside, long complete) {
        return RunReports.of(
                List.of(
                        RunReports.losing(0, new KeyFrameCount(9, 12, 12, 0, 9)),
                        RunReports.losing(1, new KeyFrameCount(9, 12, askedFor, askedBeside, complete))),
                null);
    }

    @Test
    void passesWhenWhatWasLeftOutOfKeyFramesWasAskedFor() {
        RunReport report = losing(12, 0, 9);
        assertThat(report.passed()).isTrue();
        assertThat(SummaryTable.lines(report))
                .anyMatch(line -> line.contains("18 of 18 arrived complete; 24 of 24 omitted packets were requested"));
        assertThat(JsonReport.toJson(report).get("keyFrames").toString())
                .isEqualTo("{\"expected\":18,\"complete\":18,\"packetsLeftOut\":24,\"packetsAskedFor\":24,"
                        + "\"othersAskedFor\":0}");
    }

    @Test
    void failsWhenABridgeDoesNotAskForAPartOfAKeyFrameOrAsksForMoreOrPassesOnLess() {
        assertThat(SummaryTable.verdict(losing(11, 0, 9)))
                .contains("FAILED", "did not request 1 of 24 packets omitted from key frames");
        assertThat(SummaryTable.verdict(losing(12, 2, 9)))
                .contains("FAILED", "requested packets 2 times that were not omitted");
        assertThat(SummaryTable.verdict(losing(12, 0, 8))).contains("FAILED", "17 of 18 key frames arrived complete");
    }

    @Test
    void failsWhenNoKeyFrameCouldLoseAnything() {
        RunReport report = RunReports.of(List.of(RunReports.losing(0, new KeyFrameCount(0, 0, 0, 0, 0))), null);
        assertThat(SummaryTable.verdict(report)).contains("FAILED", "no key frame was sent");
    }

    @Test
    void oneDuplicateOfAConferenceWithRelaysFailsIt() {
        RunReport report = report(1, 1000, 0, 0);
        assertThat(report.duplicates()).isPositive();
        assertThat(report.passed())
                .as("without relays the network may have made it")
                .isTrue();
        assertThat(withRelays(report).passed()).isFalse();
    }

    private static RunReport withRelays(RunReport report) {
        RelayReport relays = new RelayReport(true, List.of(), List.of(), 0, null);
        return new RunReport(
                report.scenario(),
                report.seconds(),
                report.receivers(),
                report.bridgeVersion(),
                report.bridge(),
                report.hammer(),
                report.delays(),
                report.fanOut(),
                report.sampleEvery(),
                report.joins(),
                report.messages(),
                relays,
                report.warnings());
    }

    @Test
    void countsAreSumsOverAllReceivers() {
        RunReport report = RunReports.of(
                List.of(RunReports.receiver(0, 1, 1000, 0, 0), RunReports.receiver(1, 0, 900, 7, 5)), 8_000_000L);
        assertThat(report.couplesExpected()).isEqualTo(2);
        assertThat(report.couplesReceived()).isEqualTo(1);
        assertThat(report.packetsSent()).isEqualTo(2000);
        assertThat(report.packetsExpected()).isEqualTo(2000);
        assertThat(report.packetsReceived()).isEqualTo(1900);
        assertThat(report.packetsLost()).isEqualTo(93);
        assertThat(report.packetsLostDirectly()).isEqualTo(93);
        assertThat(report.kernelDrops()).isEqualTo(7);
        assertThat(report.contentErrors()).isEqualTo(5);
        assertThat(report.payloadsCompared()).isEqualTo(100);
        assertThat(report.duplicates())
                .isEqualTo(report.receivers().getFirst().received().duplicates() * 2);
        assertThat(report.reordered())
                .isEqualTo(report.receivers().getFirst().received().reordered() * 2);
        assertThat(report.packetsRecovered()).isZero();
        assertThat(report.senderBitrateBps())
                .as("1,200,000 bytes of two senders in 10 s")
                .isEqualTo(480_000);
        assertThat(report.channelEnds()).isEmpty();
    }

    @Test
    void cpuTimeIsDividedByWhatArrived() {
        RunReport report = RunReports.of(List.of(RunReports.receiver(0, 1, 1000, 0, 0)), 8_000_000L);
        assertThat(report.bridgeCpuMicrosPerForwardedPacket()).isEqualTo(8);
        assertThat(report.bridgeUserMicrosPerForwardedPacket()).isEqualTo(4);
        assertThat(report.bridgeSystemMicrosPerForwardedPacket()).isEqualTo(4);
        assertThat(report.hammerCpuMicrosPerReceivedPacket()).isEqualTo(40);
        assertThat(report.hammerShare()).as("40 ms of 10 s of two processors").isEqualTo(0.002);
        RunReport none = RunReports.of(List.of(RunReports.receiver(0, 1, 0, 0, 0)), 8_000_000L);
        assertThat(none.bridgeCpuMicrosPerForwardedPacket()).isNull();
        assertThat(none.hammerCpuMicrosPerReceivedPacket()).isNull();
        assertThat(withRelays(report).bridgeCpuMicrosPerForwardedPacket())
                .as("the first bridge did not send all of them")
                .isNull();
        assertThat(RunReports.of(List.of(), null).bridgeCpuMicrosPerForwardedPacket())
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({"1, 999, 0, 0", "0, 1000, 0, 0", "1, 1000, 0, 1"})
    void oneLossOneMissingCoupleOrOneWrongPayloadFails(int couples, long received, long drops, long errors) {
        assertThat(report(couples, received, drops, errors).passed()).isFalse();
    }

    private static ReceiverCount sending(ReceiverCount count, Sent sent, ReportFaults faults) {
        return new ReceiverCount(
                count.number(),
                count.id(),
                sent,
                count.couples(),
                count.missing(),
                count.received(),
                count.content(),
                count.selection(),
                count.ssrcs(),
                ReportedTimes.NONE.plus(new ReportedTimes(0, 0, 0, 0, 0, 0, faults)),
                count.keyFrames(),
                count.link(),
                count.channelEnd());
    }

    /** Packets that leave late arrive later than their timestamps and sender reports say. */
    @Test
    void sendingLateExplainsSenderReportsThatAreApartFromTheirPackets() {
        ReportFaults apart = new ReportFaults(0, 2, 0);
        ReportFaults overdue = new ReportFaults(1, 2, 0);
        assertThat(sentence(0, apart)).contains("2 streams have sender reports more than 200 ms off");
        assertThat(sentence(500, apart)).contains("Not to be trusted").doesNotContain("Also seen");
        assertThat(sentence(500, overdue)).contains("Not to be trusted", "Also seen");
    }

    private static String sentence(long late, ReportFaults faults) {
        Sent sent = new Sent(1000, 600_000, late, 0, 0, 0, List.of());
        List<ReceiverCount> receivers = List.of(
                sending(RunReports.receiver(0, 1, 1000, 0, 0), sent, faults),
                sending(RunReports.receiver(1, 1, 1000, 0, 0), sent, ReportFaults.NONE));
        return Verdict.of(RunReports.of(receivers, null)).sentence();
    }

    @Test
    void aRunInWhichNothingWasSentProvesNothing() {
        List<ReceiverCount> complete =
                List.of(RunReports.receiver(0, 1, 1000, 0, 0), RunReports.receiver(1, 1, 1000, 0, 0));
        assertThat(RunReports.of(complete, null).passed()).isTrue();
        RunReport report = RunReports.of(
                complete.stream()
                        .map(each -> sending(each, Sent.NOTHING, ReportFaults.NONE))
                        .toList(),
                null);
        assertThat(report.packetsSent()).isZero();
        assertThat(report.passed()).isFalse();
    }

    @Test
    void aProcessMayUseNearlyAllOfItsProcessors() {
        List<ReceiverCount> receivers = List.of(RunReports.receiver(0, 1, 1000, 0, 0));
        HammerUse most = new HammerUse(9_500_000_000L, 0.5, 1, "0", null, null, "jce");
        assertThat(RunReports.of(receivers, null, null, most).saturation()).isEmpty();
        assertThat(RunReports.of(receivers, null, null, most).hammerSaturated()).isFalse();
    }

    @Test
    void aSearchHoldsIfALoadHeldAndAnotherBroke() {
        Verdict.Labelled held = new Verdict.Labelled("K = 10", Verdict.of(report(1, 1000, 0, 0)));
        Verdict.Labelled broke = new Verdict.Labelled("K = 20", Verdict.of(report(1, 900, 0, 0)));
        Verdict.Labelled saturated = new Verdict.Labelled("K = 30", Verdict.of(report(1, 990, 10, 0)));
        assertThat(Verdict.ofSearch(List.of(held, broke)).kind()).isEqualTo(Verdict.Kind.HELD);
        assertThat(Verdict.ofSearch(List.of(held, broke)).sentence()).startsWith("Held up to K = 10; broke at K = 20");
        assertThat(Verdict.ofSearch(List.of(broke)).kind()).isEqualTo(Verdict.Kind.BROKE);
        assertThat(Verdict.ofSearch(List.of(held, saturated)).kind()).isEqualTo(Verdict.Kind.UNTRUSTED);
        assertThat(Verdict.ofSearch(List.of(held)).kind()).isEqualTo(Verdict.Kind.HELD);
    }

    @Test
    void theHeadlineSaysWhatTheVerdictSays() {
        RunReport whole = report(1, 1000, 0, 0);
        RunReport lossy = report(1, 900, 0, 0);
        RunReport saturated = report(1, 990, 10, 0);
        Verdict late = new Verdict(Verdict.Kind.BROKE, "Broke, because the delay's p99 was 60.0 ms, above 50 ms.");
        Verdict joined = new Verdict(Verdict.Kind.HELD, "Held: all endpoints joined.");
        assertThat(SummaryTable.verdict(whole, Verdict.of(whole))).startsWith("PASSED");
        assertThat(SummaryTable.verdict(lossy, Verdict.of(lossy))).startsWith("FAILED: 100 packets were lost");
        assertThat(SummaryTable.verdict(saturated, Verdict.of(saturated)))
                .startsWith("Not to be trusted")
                .doesNotContain("PASSED");
        assertThat(SummaryTable.verdict(whole, late)).startsWith("FAILED: Broke, because the delay's p99");
        assertThat(SummaryTable.verdict(lossy, joined)).startsWith("PASSED: Held: all endpoints joined.");
    }

    @Test
    void whatIsCutShortDoesNotHold() {
        Verdict held = Verdict.of(report(1, 1000, 0, 0)).cutShort("it was ended by a signal");
        assertThat(held.kind()).isEqualTo(Verdict.Kind.UNTRUSTED);
        assertThat(held.sentence()).startsWith("Cut short, because it was ended by a signal. Until then: Held: ");
        Verdict broke = Verdict.of(report(1, 900, 0, 0)).cutShort("it was ended by a signal");
        assertThat(broke.kind()).isEqualTo(Verdict.Kind.BROKE);
        Verdict run = Verdict.cutShort(report(1, 900, 0, 0), "it was ended by a signal");
        assertThat(run.kind()).isEqualTo(Verdict.Kind.UNTRUSTED);
        assertThat(run.sentence())
                .isEqualTo("Not to be trusted: the run was cut short after 10.0 s, because it was ended by a signal"
                        + " (seen until then: 100 packets were lost).");
    }
}
