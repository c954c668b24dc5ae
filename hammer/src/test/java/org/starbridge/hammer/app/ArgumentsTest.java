package org.starbridge.hammer.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.hammer.client.plan.ChannelKind;
import org.starbridge.hammer.client.plan.MessageOptions;
import org.starbridge.hammer.client.plan.SenderConstraints;
import org.starbridge.hammer.client.plan.SentKinds;
import org.starbridge.hammer.client.plan.VideoRequest;
import org.starbridge.hammer.media.Codec;
import org.starbridge.hammer.media.RecordedStream;
import picocli.CommandLine;

class ArgumentsTest {
    private static Arguments parse(String... args) {
        Main main = new Main();
        new CommandLine(main).parseArgs(args);
        return main.arguments();
    }

    @Test
    void hasTheDocumentedDefaults() {
        Arguments arguments = parse("--bridge-launcher", "starbridge");
        assertThat(arguments.check()).isNull();
        assertThat(arguments.senders()).isEqualTo(10);
        assertThat(arguments.endpoints()).isEqualTo(10);
        assertThat(arguments.sentKinds()).isEqualTo(SentKinds.BOTH);
        assertThat(arguments.seconds).isEqualTo(15);
        assertThat(arguments.channelKind()).isEqualTo(ChannelKind.WS);
        assertThat(arguments.rtx).isFalse();
        assertThat(arguments.sampleEvery()).isEqualTo(Arguments.SAMPLE_EVERY);
        assertThat(arguments.driverCount(2)).isEqualTo(1);
        assertThat(arguments.driverCount(8)).isEqualTo(2);
    }

    @Test
    void verifiesEveryPacketWhenAsked() {
        assertThat(parse("--verify").sampleEvery()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "'-k 1 --bridge http://h:1', '-k 1: expected'",
        "'--codec VP7 --bridge http://h:1', '--codec VP7: expected'",
        "'--scalability-mode L3T3 --bridge http://h:1', 'without --codec'",
        "'--codec H264 --scalability-mode L3T3 --bridge http://h:1', 'expected simulcast, L1T3'",
        "'--codec VP9 --scalability-mode S9 --bridge http://h:1', '--scalability-mode S9 with'",
        "'--codec AV1 --scalability-mode L3T3 --simulcast --bridge http://h:1', '--simulcast with'",
        "'--codec H264 --bitrate 900 --bridge http://h:1', 'expected one encoding'",
        "'--codec AV1 --hostile --bridge http://h:1', '--codec AV1 cannot be combined with --meet'",
        "'-k 501 --bridge http://h:1', '-k 501: expected'",
        "'--seconds 0 --bridge http://h:1', '--seconds 0: expected'",
        "'--drivers 11 --bridge http://h:1', '--drivers 11: expected'",
        "'--hls http://h:1/i.m3u8 --until lost', '--hls cannot be combined with --until'",
        "'--hls http://h:1/i.m3u8 -k 3', 'use --viewers'",
        "'--hls http://h:1/i.m3u8 --soak', '--hls cannot be combined with --hostile'",
        "'--hls-segments --bridge http://h:1', 'viewers need --hls'",
        "'--hls http://h:1/i.m3u8 --codec VP9', 'which watches an existing stream; leave it out, or use --hls-publish'",
        "'--hls http://h:1/i.m3u8 --bridge-cpus 0', 'which starts no bridge'",
        "'--hls http://h:1/i.m3u8 --hls-part 500', 'the stream''s server decides that'",
        "'--bridge h:1', '--bridge h:1: expected'",
        "'--bridge-pid 7 --bridge-launcher x', '--bridge-pid 7 without'",
        "'-k 3', 'neither --bridge nor'",
        "'-k 3 --receivers 2 --bridge http://h:1', '-k 3 cannot be combined with'",
        "'--receivers 2 --bridge http://h:1', '--receivers 2 without --senders'",
        "'--senders 0 --bridge http://h:1', '--senders 0: expected'",
        "'--senders 1 --bridge http://h:1', 'two endpoints or more'",
        "'--senders 1 --receivers 5001 --bridge http://h:1', '--receivers 5001: expected'",
        "'--lose-key-frames --kinds audio --bridge http://h:1', 'video is needed'",
        "'--lose-key-frames --bitrate 900 --bridge http://h:1', 'the video is synthetic'",
        "'--lose-key-frames --last-n 2 --bridge http://h:1', 'each key frame has to reach all receivers'",
        "'--lose-key-frames --nack --bridge http://h:1', 'only the bridge may send NACKs'",
        "'--kinds smell --bridge http://h:1', '--kinds smell: expected'",
        "'--bridge-channel tin --bridge http://h:1', '--bridge-channel tin: expected'",
        "'--kinds audio --bitrate 400 --bridge http://h:1', '--bitrate 400 with --kinds audio'",
        "'--kinds audio --hostile --bridge http://h:1', '--hostile cannot be combined with'",
        "'--warmup -1 --bridge http://h:1', '--warmup -1: expected'",
        "'--join-rate 0 --bridge http://h:1', '--join-rate 0: expected'",
        "'--join-burst 2000 --bridge http://h:1', '--join-burst 2000: expected'",
        "'--join-burst 2 --seconds 4 --bridge http://h:1', '--join-burst 2 with --seconds 4'",
        "'--join-burst 2 --hostile --bridge http://h:1', '--join-burst cannot be combined with'",
        "'--bridge-cpus 1 --bridge http://h:1', '--bridge-cpus 1 cannot be combined with --bridge'",
        "'--bridge-cpus one --bridge-launcher x', '--bridge-cpus one: expected'",
        "'--cpus 1- --bridge-launcher x', '--cpus 1-: expected'",
        "'--last-n -2 --bridge http://h:1', '--last-n -2: expected'",
        "'--max-height -2 --bridge http://h:1', '--max-height -2: expected'",
        "'--messages -1 --bridge http://h:1', '--messages -1.0: expected'",
        "'--messages 51 --bridge http://h:1', '--messages 51.0: expected'",
        "'--messages 1 --bridge-channel none --bridge http://h:1', '--messages 1.0 with --bridge-channel none'",
        "'--messages 1 --messages-to all --bridge http://h:1', '--messages-to all: expected next or bridge'",
        "'--messages-to bridge --bridge http://h:1', '--messages-to bridge without --messages'",
        "'--messages 1 --messages-to bridge --hostile --bridge http://h:1', '--messages-to bridge cannot be combined with --hostile'",
        "'--messages 1 --messages-to bridge --join-burst 5 --bridge http://h:1', '--messages-to bridge cannot be combined with --hostile or'",
        "'--messages 1 --messages-to bridge --meet h', '--messages-to bridge with --meet: --bridge is needed'",
        "'--messages 1 --soak --bridge-launcher x', '--messages 1.0 cannot be combined with --soak'",
        "'--kinds none --bitrate 400 --bridge http://h:1', '--bitrate 400 with --kinds none'",
        "'--kinds none --last-n 2 --bridge http://h:1', '--last-n 2 with --kinds none'",
        "'--mute 12 --last-n 1 --bridge http://h:1', '--mute 12 with --seconds 15'",
        "'--mute -1 --last-n 1 --bridge http://h:1', '--mute -1 with'",
        "'--mute 2 --bridge http://h:1', '--mute needs --simulcast'",
        "'--mute 2 --last-n 1 --turns 2 --bridge http://h:1', '--mute cannot be combined with --turns'",
        "'--turns -1 --bridge http://h:1', '--turns -1.0: expected'",
        "'--last-n 2 --kinds audio --bridge http://h:1', '--last-n 2 with --kinds audio'",
        "'--max-height 2 --bridge-channel none --bridge http://h:1', '--max-height 2 with --bridge-channel none'",
        "'--simulcast --bitrate 400 --bridge http://h:1', '--simulcast cannot be combined with --video or --bitrate'",
        "'--ignore-sender-constraints --bridge http://h:1', '--ignore-sender-constraints needs --simulcast'",
        "'--ssrc-rewriting --nack --bridge http://h:1', '--ssrc-rewriting cannot be combined with --nack'",
        "'--ssrc-rewriting -k 51 --bridge http://h:1', '--ssrc-rewriting with 51 senders'",
        "'--ssrc-rewriting --bridge-channel none --bridge http://h:1', '--ssrc-rewriting with --bridge-channel none'",
        "'--simulcast --soak --bridge-launcher x', '--simulcast cannot be combined with --soak'",
        "'--kill-bridge --bridge-launcher x', '--kill-bridge needs --relays 2 or more'",
        "'--kill-bridge --relays 3 --simulcast --bridge-launcher x', '--kill-bridge needs 5 seconds or more'",
        "'--relay-link loss=2% --bridge-launcher x', '--relay-link without --relays'",
        "'--relays 2 --relay-topology visitors --bridge-launcher x', '--relay-topology visitors needs'",
        "'--relays 2 --relay-link to=all,loss=2% --bridge-launcher x', '--relay-link to=all'"
    })
    void namesTheMistake(String line, String expected) {
        StringWriter problems = new StringWriter();
        int exit = Main.commandLine().setErr(new PrintWriter(problems)).execute(line.split(" "));
        assertThat(exit).isEqualTo(Main.USAGE);
        assertThat(problems.toString()).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--turns 2",
                "--last-n 1 --mute 2",
                "--ssrc-rewriting",
                "--messages 1",
                "--lose-key-frames",
                "--undeclared",
                "--verify",
                "--video x.ivf",
                "--codec VP9",
                "--codec AV1 --scalability-mode L1T3",
                "--audio x.ogg",
                "--video-stream port:1",
                "--audio-stream port:1",
                "--vary-audio",
                "--audio-packet 40",
                "--bitrate 900",
                "--kinds audio",
                "--simulcast",
                "--last-n 3",
                "--max-height 360",
                "--bridge-channel sctp",
                "--rtx",
                "--nack",
                "--drivers 2",
                "--bridge-cpus 0",
                "--bad-link all",
                "--hls-segment 4",
                "--hls-part 500"
            })
    void refusesWhatHasNoEffectOnAStreamThatIsThere(String options) {
        String said = options.contains("--mute") ? "--mute" : options.split(" ", -1)[0];
        StringWriter problems = new StringWriter();
        String line = "--hls http://h:1/i.m3u8 " + options;
        int exit = Main.commandLine().setErr(new PrintWriter(problems)).execute(line.split(" "));
        assertThat(exit).isEqualTo(Main.USAGE);
        assertThat(problems.toString()).contains(said).contains("--hls");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--turns 2", "--ssrc-rewriting", "--messages 1", "--undeclared", "--verify"})
    void refusesWhatIsNotJudgedWhereViewersWatch(String options) {
        assertThat(parse(("--bridge-launcher x --hls-publish " + options).split(" "))
                        .check())
                .isEqualTo(options.split(" ", -1)[0]
                        + " cannot be combined with --hls or --hls-publish, which measure viewers, not endpoints");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--hls-publish --codec H264 --scalability-mode L1T3 --bitrate 1800 --senders 1 --receivers 1",
                "--hls-publish --bridge-cpus 0 --drivers 1 --rtx --nack --hls-segment 6 --hls-part 1000",
                "--hls http://h:1/i.m3u8 --bridge-pid 7 --cpus 1 --join-rate 50 --seconds 5 --warmup 0 --viewers 3"
            })
    void takesWhatHasAnEffectOnViewers(String options) {
        assertThat(parse(("--bridge-launcher x " + options).split(" ")).check()).isNull();
    }

    @Test
    void refusesAnUnknownOption() {
        StringWriter problems = new StringWriter();
        int exit = Main.commandLine().setErr(new PrintWriter(problems)).execute("--nonsense");
        assertThat(exit).isEqualTo(Main.USAGE);
        assertThat(problems.toString()).contains("--nonsense");
    }

    @Test
    void turnsABitrateIntoThePaceOfTheVideo() {
        Arguments arguments = parse("--bitrate", "515");
        var audio = arguments.media.audioRecording();
        var video =
                arguments.media.videoRecordings(arguments.selection.simulcast).get(0);
        assertThat(arguments.media.videoPace(arguments.sentKinds(), audio, video))
                .isBetween(0.99, 1.01);
        assertThat(parse().media.videoPace(SentKinds.BOTH, audio, video)).isEqualTo(1);
        assertThatThrownBy(() -> parse("--bitrate", "20").media.videoPace(SentKinds.BOTH, audio, video))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--bitrate 20");
        MediaArguments large = parse("--bitrate", "1500").media;
        RecordedStream largeVideo = large.videoRecordings(false).get(0);
        assertThat(large.videoPace(SentKinds.VIDEO, audio, largeVideo)).isBetween(0.97, 1.03);
    }

    @Test
    void takesWhatEndpointsAskFor() {
        Arguments arguments = parse(
                "--simulcast", "--last-n", "5", "--max-height", "360", "--turns", "2.5", "--bridge", "http://h:1");
        assertThat(arguments.check()).isNull();
        assertThat(arguments.media.videoRecordings(arguments.selection.simulcast))
                .hasSize(3);
        assertThat(arguments.selection.request()).isEqualTo(new VideoRequest(5, 360));
        assertThat(arguments.selection.turnSeconds).isEqualTo(2.5);
        assertThat(arguments.selection.senderConstraints()).isEqualTo(SenderConstraints.OBEYED);
        assertThat(parse().selection.request().isEverything()).isTrue();
        assertThat(parse().selection.senderConstraints())
                .as("what is not chosen from is counted as it is sent")
                .isEqualTo(SenderConstraints.IGNORED);
        Arguments muting = parse("--last-n", "5", "--mute", "2", "--bridge", "http://h:1");
        assertThat(muting.check()).isNull();
        assertThat(muting.selection.senderConstraints()).isEqualTo(SenderConstraints.IGNORED);
        Arguments disobedient = parse("--simulcast", "--ignore-sender-constraints", "--bridge", "http://h:1");
        assertThat(disobedient.check()).isNull();
        assertThat(disobedient.selection.senderConstraints()).isEqualTo(SenderConstraints.IGNORED);
    }

    @Test
    void decryptsEverythingWhereKeyFramesLosePackets() {
        Arguments arguments = parse("--lose-key-frames", "--bridge", "http://h:1");
        assertThat(arguments.check()).isNull();
        assertThat(arguments.sampleEvery()).isEqualTo(1);
        assertThat(arguments.media.videoRecordings(false).get(0).codec()).isEqualTo(Codec.H264);
    }

    @Test
    void takesAFanOut() {
        Arguments arguments =
                parse("--senders", "1", "--receivers", "1000", "--kinds", "video", "--bridge", "http://h:1");
        assertThat(arguments.check()).isNull();
        assertThat(arguments.senders()).isEqualTo(1);
        assertThat(arguments.endpoints()).isEqualTo(1001);
        assertThat(arguments.sentKinds()).isEqualTo(SentKinds.VIDEO);
    }

    @Test
    void takesMessagesWithoutMedia() {
        assertThat(parse().channel.messages().isNone()).isTrue();
        Arguments arguments =
                parse("--kinds", "none", "--messages", "0.5", "--bridge-channel", "sctp", "--bridge", "http://h:1");
        assertThat(arguments.check()).isNull();
        assertThat(arguments.channel.messages()).isEqualTo(new MessageOptions(0.5, MessageOptions.To.NEXT));
        assertThat(arguments.channelKind()).isEqualTo(ChannelKind.SCTP);
        assertThat(arguments.sentKinds()).isEqualTo(SentKinds.NONE);
        Arguments toBridge = parse("--messages", "2", "--messages-to", "bridge", "--bridge", "http://h:1");
        assertThat(toBridge.check()).isNull();
        assertThat(toBridge.channel.messages()).isEqualTo(new MessageOptions(2, MessageOptions.To.BRIDGE));
    }

    @Test
    void givesTheWholeBitrateToTheVideoWhereThereIsNoSound() {
        Arguments arguments = parse("--kinds", "video", "--bitrate", "1500");
        var video =
                arguments.media.videoRecordings(arguments.selection.simulcast).get(0);
        assertThat(arguments.media.videoPace(arguments.sentKinds(), arguments.media.audioRecording(), video)
                        * video.averageBitrateBps())
                .isBetween(1_499_000.0, 1_501_000.0);
    }

    @ParameterizedTest
    @CsvSource({"ssrc:", "port:0", "pid:7", "7"})
    void namesABadStreamSelection(String selection) {
        assertThatThrownBy(() -> parse("--video", "x.pcap", "--video-stream", selection)
                        .media
                        .videoRecordings(false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("--video-stream " + selection);
    }

    @Test
    void helps() {
        StringWriter out = new StringWriter();
        assertThat(Main.commandLine().setOut(new PrintWriter(out)).execute("--help"))
                .isZero();
        assertThat(out.toString())
                .contains(
                        "-k",
                        "--seconds",
                        "--bridge=URL",
                        "--video",
                        "--audio",
                        "--bitrate",
                        "--rtx",
                        "--verify",
                        "--json");
    }

    @ParameterizedTest
    @CsvSource({
        "--report, below, 'cannot be written'",
        "--json, below, 'cannot be written'",
        "--json, '', 'this is a directory'",
    })
    void whatCannotBeWrittenIsRefusedBeforeTheRun(String option, String below, String expected, @TempDir Path folder)
            throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        Path target = below.isEmpty() ? folder : file.resolve(below);
        StringWriter problems = new StringWriter();
        int exit = Main.commandLine()
                .setErr(new PrintWriter(problems))
                .execute("-k", "2", "--bridge", "http://127.0.0.1:1", option, target.toString());
        assertThat(exit).isEqualTo(Main.USAGE);
        assertThat(problems.toString()).contains(option + " " + target, expected);
    }
}
