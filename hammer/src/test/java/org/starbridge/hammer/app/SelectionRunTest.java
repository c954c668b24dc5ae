package org.starbridge.hammer.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.starbridge.testkit.DailyShare;

/** The Hammer asks the bridge for less than everything, over real sockets. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class SelectionRunTest {
    @RegisterExtension
    static final SharedBridge SHARED = new SharedBridge();

    /** All that is sent of what was chosen is right, and at the end, whenever that is, it is what was asked for. */
    private JsonNode run(String options) throws Exception {
        JsonNode json = runToAnyHeight(options);
        JsonNode selection = json.get("selection");
        assertThat(selection.get("sourcesAtHeight"))
                .as(json::toPrettyString)
                .isEqualTo(selection.get("sourcesReceived"));
        return json;
    }

    /** The same, but a source that has only just begun may still be lower than it was asked for. */
    private JsonNode runToAnyHeight(String options) throws Exception {
        JsonNode json = HammerRun.against(SHARED.bridge(), options).report();
        // All but how long a picture stood still, which a machine that is busy with something else lengthens.
        assertThat(json.at("/selection/picturesUndecodable").asLong(-1))
                .as(json::toPrettyString)
                .isZero();
        assertThat(json.get("contentErrors").asLong()).isZero();
        assertThat(json.get("packetsLost").asLong()).isZero();
        JsonNode selection = json.get("selection");
        assertThat(selection.get("sourcesTold")).as(json::toPrettyString).isEqualTo(selection.get("sourcesExpected"));
        assertThat(flowingOrBeginning(selection))
                .as(json::toPrettyString)
                .isEqualTo(selection.get("sourcesExpected").asInt());
        return json;
    }

    /** Where an endpoint began to speak just before the end, its picture may have been announced and not have come. */
    private static int flowingOrBeginning(JsonNode selection) {
        return selection.get("sourcesReceived").asInt()
                + selection.get("sourcesBeginning").asInt();
    }

    @ParameterizedTest(name = "{0} over {1}")
    @CsvSource({"180, ws", "-1, sctp"})
    void everybodyGetsTheHeightThatWasAskedFor(int maxHeight, String channel) throws Exception {
        JsonNode json = run(
                "-k 3 --simulcast --seconds 1 --warmup 0 --max-height " + maxHeight + " --bridge-channel " + channel);
        String height = Integer.toString(maxHeight < 0 ? 720 : maxHeight);
        assertThat(json.at("/selection/sourcesByHeight/" + height).asInt()).isEqualTo(6);
        assertThat(json.at("/selection/sourcesTold").asInt()).isEqualTo(6);
        assertThat(json.at("/selection/pictures").asLong()).isGreaterThan(6 * 25);
        assertThat(json.get("couplesReceived").asInt()).as("of sound").isEqualTo(6);
    }

    static List<Arguments> layers() {
        return DailyShare.of(
                "SelectionRunTest",
                1,
                List.of(
                        Arguments.of("VP9", "L3T3_KEY", 360),
                        Arguments.of("AV1", "simulcast", 180),
                        Arguments.of("VP9", "L3T3", 180),
                        Arguments.of("AV1", "L3T3_KEY", 360),
                        Arguments.of("H264", "simulcast", 360)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("layers")
    void layersOfEveryCodecCanBeDecoded(String codec, String mode, int maxHeight) throws Exception {
        JsonNode json = run("-k 3 --codec " + codec + " --scalability-mode " + mode + " --seconds 2 --warmup 0"
                + " --max-height " + maxHeight);
        assertThat(json.at("/selection/sourcesByHeight/" + maxHeight).asInt())
                .as(json::toPrettyString)
                .isEqualTo(6);
        assertThat(json.at("/selection/pictures").asLong()).isGreaterThan(6 * 25);
    }

    @Test
    void anUprightPictureIsAsHighAsItIsWide() throws Exception {
        JsonNode json = run("-k 3 --simulcast --portrait --seconds 1 --warmup 0 --max-height 360");
        assertThat(json.at("/selection/sourcesByHeight/360").asInt()).isEqualTo(6);
    }

    @Test
    void whoSendsSoundInLongPacketsIsShownWhenHeSpeaks() throws Exception {
        JsonNode json = runToAnyHeight(
                "--senders 3 --receivers 2 --seconds 7 --warmup 0 --last-n 1 --turns 3" + " --audio-packet 60");
        assertThat(json.at("/selection/beginnings").asInt())
                .as("the speaker")
                .isGreaterThan(json.at("/selection/sourcesExpected").asInt());
    }

    @Test
    void everybodyGetsAsManySourcesAsWereAskedForWhileOthersTakeTurnsToSpeak() throws Exception {
        JsonNode json = run("--senders 4 --receivers 2 --simulcast --seconds 5 --warmup 0 --max-height 180 --last-n 1"
                + " --turns 2");
        assertThat(json.at("/selection/sourcesExpected").asInt()).isEqualTo(6);
        assertThat(json.at("/selection/beginnings").asInt()).as("the speaker").isPositive();
        for (JsonNode endpoint : json.get("endpoints")) {
            assertThat(flowingOrBeginning(endpoint.get("selection")))
                    .as(endpoint::toPrettyString)
                    .isEqualTo(1);
        }
    }

    @Test
    void whatNobodyIsShownIsNotSentAndComesBackWhenItIs() throws Exception {
        JsonNode json = runToAnyHeight(
                "--senders 5 --receivers 1 --simulcast --seconds 4 --warmup 0 --max-height 360 --last-n 1"
                        + " --turns 2");
        assertThat(json.at("/selection/beginnings").asInt()).as("the speaker").isPositive();
        JsonNode sent = json.get("encodingsSent");
        for (int i = 0; i < 2; i++) {
            assertThat(sent.get(i).get("sendersAtEnd").asInt())
                    .as("the speaker, the one before, who is shown to the speaker, and no other: %s", sent)
                    .isBetween(1, 3);
            assertThat(sent.get(i).get("restarts").asInt())
                    .as("the new speaker")
                    .isPositive();
            assertThat(sent.get(i).get("packets").asInt()).isPositive();
        }
        assertThat(sent.get(2).get("sendersAtEnd").asInt())
                .as("no receiver asks for 720 pixels")
                .isZero();
    }

    static List<String> selections() {
        return DailyShare.of(
                "SelectionRunTest, mutes",
                1,
                List.of("--simulcast --max-height 360", "--last-n 2 --ssrc-rewriting", "--last-n 2"));
    }

    @ParameterizedTest
    @MethodSource("selections")
    void aPictureWhoseMuteIsLiftedComesBackWithAKeyFrame(String selection) throws Exception {
        JsonNode json = run("-k 3 " + selection + " --seconds 5 --warmup 0 --mute 1");
        assertThat(json.at("/selection/beginnings").asInt())
                .as("at the two others, after a second's silence")
                .isGreaterThanOrEqualTo(2);
    }

    @Test
    void everythingComesUnderSsrcsOfTheBridgesOwn() throws Exception {
        JsonNode json = run(
                "--senders 3 --receivers 1 --simulcast --seconds 1 --warmup 0 --max-height 180" + " --ssrc-rewriting");
        assertThat(json.at("/ssrcRewriting/mapped").asInt())
                .as("sound and picture of all others")
                .isEqualTo(2 * (3 * 2 + 3));
        assertThat(json.at("/ssrcRewriting/moved").asInt()).isZero();
        assertThat(json.get("couplesReceived").asInt()).as("of sound").isEqualTo(3 * 2 + 3);
    }

    @Test
    void whoIgnoresWhatNobodyIsShownSendsAll() throws Exception {
        JsonNode json = run("-k 3 --simulcast --seconds 1 --warmup 0 --max-height 180 --ignore-sender-constraints");
        assertThat(json.get("senderConstraintsObeyed").asBoolean()).isFalse();
        JsonNode highest = json.at("/encodingsSent/2");
        assertThat(highest.get("sendersAtEnd").asInt()).isEqualTo(3);
        assertThat(highest.get("packets").asInt()).isPositive();
    }
}
