package org.starbridge.hammer.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.client.result.GrowthCount;
import org.starbridge.hammer.client.result.GuestCount;
import org.starbridge.hammer.client.result.KeyFrameCount;
import org.starbridge.hammer.client.result.MessageCount;
import org.starbridge.hammer.client.result.PacketFaults;
import org.starbridge.hammer.client.result.ReceiverCount;
import org.starbridge.hammer.client.result.ReportFaults;
import org.starbridge.hammer.client.result.ThinPictures;
import org.starbridge.hammer.report.RelayReport.RelayedBridge;

/** The JSON of everything that a run can have, as programs read it: keys, numbers and nulls stay. */
class GoldenJsonTest {
    private static final Delays SOME = new Delays(30, 100_000, 900_000, 1_200_000, 1_500_000);

    private static RunReport report() {
        ReceiverCount losing = RunReports.losing(0, new KeyFrameCount(4, 3, 2, 1, 4));
        ReceiverCount linked = RunReports.behindLink(1, 940, 2_000_000_000L);
        ReceiverCount selecting = RunReports.selecting(2);
        RunReport plain = RunReports.of(List.of(losing, linked, selecting, RunReports.selecting(3)), 80_000_000L);
        Joins joins = new Joins(
                new JoinBurst(List.of(30_000_000L, 50_000_000L), 1.5, SOME, null, SOME),
                new GuestCount(3, List.of(40_000_000L), List.of(90_000_000L), 1, List.of("it left"), 2, 700, 600),
                new GrowthCount(5, 4, "the bridge refused"));
        Messages messages = new Messages(
                2,
                List.of(new MessageCount("a", "b", 10, 1, 9, 2, 3, 4), new MessageCount("b", "a", 10, 0, 10, 0, 0, 0)),
                null);
        RelayReport relays = new RelayReport(
                true,
                List.of(
                        new RelayedBridge("bridge-0", false, 600L, 400L, 2_000_000L),
                        new RelayedBridge("bridge-1", true, null, null, null)),
                Arrays.asList(SOME, SOME, null),
                7,
                new BridgeLoss(List.of(200_000_000L, 100_000_000L), 900_000_000, SOME, null));
        return new RunReport(
                plain.scenario(),
                10,
                plain.receivers(),
                "Starbridge 1",
                plain.bridge(),
                plain.hammer(),
                plain.delays(),
                plain.fanOut(),
                64,
                joins,
                messages,
                relays,
                List.of("a warning"));
    }

    private static SoakReport soak() {
        return new SoakReport(
                5,
                List.of(new SoakReport.Pause(3.5, "the bridge", 1.5, 0.25)),
                List.of(
                        new SoakReport.Sample(1, 200, 100, 30, 40, 50L, 60L),
                        new SoakReport.Sample(2, 210, 100, 31, -1, null, null)));
    }

    @Test
    void keysNumbersAndNullsStay() throws Exception {
        ObjectNode json = JsonReport.toJson(
                report(), new Attacks(null, soak()), new Verdict(Verdict.Kind.HELD, "Held."), "a signal came");
        json.set(
                "faultsOfABridge",
                AnnotatedJson.of(new BridgeFaults(
                        new PacketFaults(1, 2, 3, 4), new ReportFaults(5, 6, 7), new ThinPictures(8, 9, 10))));
        json.set("messagesToTheBridge", new Messages(1, List.of(), new Messages.AtBridge(20, null)).toJson());
        Path golden = Path.of("src/test/resources/org/starbridge/hammer/report/run.json");
        ObjectMapper mapper = new ObjectMapper();
        JsonNode expected = mapper.readTree(Files.readString(golden));
        assertThat(mapper.readTree(json.toString())).isEqualTo(expected);
    }
}
