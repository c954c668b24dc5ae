package org.starbridge.hammer.app;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.bridge.CpuList;
import org.starbridge.hammer.client.ChannelKind;
import org.starbridge.hammer.client.SentKinds;
import org.starbridge.hammer.media.BundledMedia;
import org.starbridge.hammer.media.MediaFile;
import org.starbridge.hammer.media.RecordedStream;
import org.starbridge.hammer.media.ReplayOptions;
import org.starbridge.hammer.media.StreamSelection;
import org.starbridge.hammer.media.VariedLengths;
import org.starbridge.hammer.xmpp.XmppArguments;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command line's options, as picocli fills them in; checked by {@link #check}. */
final class Arguments {
    static final int SAMPLE_EVERY = 64;
    static final int ENDPOINTS_DEFAULT = 10;
    private static final int MAX_STAR = 500;
    private static final int MAX_RECEIVERS = 5000;
    private static final int MAX_GUESTS = 1000;
    private static final int MAX_SECONDS = 86_400;

    @Option(
            names = {"-k", "--endpoints"},
            paramLabel = "N",
            description = "Endpoints in the conference; all send, and all receive all others (default: 10).")
    @Nullable
    Integer endpoints;

    @Option(
            names = "--senders",
            paramLabel = "N",
            description = "Endpoints that send and receive; instead of -k, where others only receive.")
    @Nullable
    Integer senders;

    @Option(
            names = "--receivers",
            paramLabel = "N",
            defaultValue = "0",
            description = "Further endpoints that only receive (default: 0).")
    int receivers;

    @Option(
            names = "--kinds",
            paramLabel = "KINDS",
            defaultValue = "both",
            description = "What senders send: audio, video or both (default: both).")
    String kinds = "both";

    @Option(
            names = "--join-rate",
            paramLabel = "N",
            defaultValue = "100",
            description = "How many endpoints begin to join in a second, at most (default: 100).")
    int joinRate;

    @Option(
            names = "--join-burst",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "In the midst of the measured time, this many more that only receive join within a second; the "
                            + "report shows what that did to the others' delay. Nothing of theirs is counted.")
    int joinBurst;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seconds from the moment at which everybody receives everything until measuring begins "
                    + "(default: 1).")
    int warmUpSeconds;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "15",
            description = "How long to measure, after everybody has joined and received everybody (default: 15).")
    int seconds;

    @Option(
            names = "--bridge",
            paramLabel = "URL",
            description = "Drive a bridge that is running, by the URL of its private HTTP server, for example "
                    + "http://127.0.0.1:8080. Without it, a bridge is started on free ports.")
    @Nullable
    URI bridge;

    @Option(
            names = "--bridge-pid",
            paramLabel = "PID",
            description = "The process of the bridge given by --bridge, if it runs on this machine: its CPU time and "
                    + "memory are then measured.")
    @Nullable
    Long bridgePid;

    @Option(
            names = "--bridge-launcher",
            paramLabel = "PATH",
            description = "What starts a bridge when there is no --bridge; scripts/hammer fills it in.")
    @Nullable
    Path bridgeLauncher;

    @Option(
            names = "--bridge-cpus",
            paramLabel = "LIST",
            description =
                    "Run the bridge that is started on these processors only, for example 0 or 0,2-3, by taskset. On "
                            + "one processor it has one worker.")
    @Nullable
    String bridgeCpus;

    @Option(
            names = "--cpus",
            paramLabel = "LIST",
            description = "Run the Hammer itself on these processors only; scripts/hammer sees to it, by taskset.")
    @Nullable
    String cpus;

    @Option(
            names = "--video",
            paramLabel = "FILE",
            description = "Video to replay: IVF (VP8), rtpdump or pcap with RTP in the clear. "
                    + "Default: a bundled recording, VP8, 640x480 at 30 fps.")
    @Nullable
    Path video;

    @Option(
            names = "--audio",
            paramLabel = "FILE",
            description = "Sound to replay: Ogg (Opus), rtpdump or pcap with RTP in the clear. Default: bundled.")
    @Nullable
    Path audio;

    @Option(
            names = "--video-stream",
            paramLabel = "ssrc:N|port:N",
            description = "Which stream of a capture is the video (default: the busiest).")
    @Nullable
    String videoStream;

    @Option(
            names = "--audio-stream",
            paramLabel = "ssrc:N|port:N",
            description = "Which stream of a capture is the sound (default: the busiest).")
    @Nullable
    String audioStream;

    @Option(
            names = "--vary-audio",
            description = "Sound payloads of changing length, 40 to 120 bytes, as a variable-rate encoder makes them, "
                    + "instead of the recording's own.")
    boolean varyAudio;

    @Option(
            names = "--bitrate",
            paramLabel = "KBPS",
            description = "What each sender sends on average, all its streams together, in kbit/s of RTP header and "
                    + "payload: the video is played faster or slower for it (default: as recorded: 515; from about 900 "
                    + "on the bundled video is one of 1500).")
    @Nullable
    Integer bitrateKbps;

    @Option(
            names = "--bridge-channel",
            paramLabel = "KIND",
            defaultValue = "ws",
            description =
                    "What endpoints ask for everything over: sctp (a data channel), ws (the WebSocket that the bridge "
                            + "offers, if it does) or none (default: ws).")
    String bridgeChannel = "ws";

    @Mixin
    final SelectionArguments selection = new SelectionArguments();

    @Mixin
    final XmppArguments xmpp = new XmppArguments();

    @Option(
            names = "--rtx",
            description =
                    "Declare retransmission streams. A bridge then may hold back video by its bandwidth estimate.")
    boolean rtx;

    @Option(
            names = "--nack",
            description =
                    "Recover lost video as real clients do: ask the bridge for what is missing, and send again what it "
                            + "asks for, as RTX with --rtx. What comes that way is reported as recovered and stays lost, too.")
    boolean nack;

    @Option(
            names = "--verify",
            description = "Decrypt and compare every packet instead of one in " + SAMPLE_EVERY + " of each stream.")
    boolean verify;

    @Option(
            names = "--drivers",
            paramLabel = "N",
            description = "Media threads of the Hammer (default: 1, or 2 where there are more than two cores).")
    @Nullable
    Integer drivers;

    @Option(
            names = "--hostile",
            description = "Attack the bridge meanwhile with every kind of bad input: at the media port, from connected "
                    + "peers, over HTTP and WebSocket. Fails if the bridge does not count each kind by its reason, or "
                    + "the star loses anything.")
    boolean hostile;

    @Option(
            names = "--hostile-rate",
            paramLabel = "X",
            defaultValue = "1",
            description = "How fast, 1 being about 4000 datagrams and 100 requests a second in all (default: 1).")
    double hostileRate;

    @Option(
            names = "--hostile-seed",
            paramLabel = "N",
            description = "Sends what a run with this seed has sent (default: another one each time).")
    @Nullable
    Long hostileSeed;

    @Option(
            names = "--soak",
            description =
                    "Endurance: stop and continue the bridge, and at times the Hammer itself, for up to 3 s each. "
                            + "Loss does not fail the run then; a stream that does not flow again or a bridge that holds more and "
                            + "more does. scripts/soak adds packet loss.")
    boolean soak;

    @Option(names = "--csv", paramLabel = "FILE", description = "With --soak: write the samples, a line each.")
    @Nullable
    Path csv;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the result as a JSON object.")
    @Nullable
    Path json;

    @Option(names = "--quiet", description = "No live line, only the summary.")
    boolean quiet;

    /** A mistake of the caller, as a sentence; null if there is none. */
    @Nullable
    String check() {
        String problem = checkEndpoints();
        if (problem == null) {
            problem = checkPlaces();
        }
        if (problem == null) {
            problem = selection.check(this);
        }
        if (problem == null) {
            problem = xmpp.check();
        }
        if (problem != null) {
            return problem;
        }
        if (seconds < 1 || seconds > MAX_SECONDS) {
            return "--seconds " + seconds + ": expected 1 to " + MAX_SECONDS;
        }
        if (drivers != null && (drivers < 1 || drivers > endpoints())) {
            return "--drivers " + drivers + ": expected 1 to the number of endpoints, " + endpoints();
        }
        if (soak && hostile) {
            return "--soak and --hostile: one at a time, as under attack nothing may be lost";
        }
        if (soak && bridge != null && bridgePid == null) {
            return "--soak with --bridge: say by --bridge-pid which process is the bridge";
        }
        if (csv != null && !soak) {
            return "--csv " + csv + " without --soak: only an endurance run takes samples";
        }
        if (!(hostileRate > 0 && hostileRate <= 10)) {
            return "--hostile-rate " + hostileRate + ": expected more than 0, at most 10";
        }
        if (bridge != null
                && (bridge.getHost() == null
                        || !String.valueOf(bridge.getScheme()).startsWith("http"))) {
            return "--bridge " + bridge + ": expected a URL like http://127.0.0.1:8080";
        }
        if (bridge == null && bridgePid != null) {
            return "--bridge-pid " + bridgePid
                    + " without --bridge: the bridge that the Hammer starts is always measured";
        }
        if (bridge == null && bridgeLauncher == null) {
            return "neither --bridge nor --bridge-launcher: run scripts/hammer, which starts a bridge, or name one that is "
                    + "running with --bridge URL";
        }
        return null;
    }

    private @Nullable String checkEndpoints() {
        if (endpoints != null && (senders != null || receivers != 0)) {
            return "-k " + endpoints
                    + " together with --senders or --receivers: all of -k send and receive; say either";
        }
        if (senders == null && receivers != 0) {
            return "--receivers " + receivers + " without --senders: say how many send to them";
        }
        if (senders == null && (endpoints() < 2 || endpoints() > MAX_STAR)) {
            return "-k " + endpoints + ": expected 2 to " + MAX_STAR + " endpoints";
        }
        if (senders() < 1 || senders() > MAX_STAR) {
            return "--senders " + senders + ": expected 1 to " + MAX_STAR;
        }
        if (receivers < 0 || receivers > MAX_RECEIVERS) {
            return "--receivers " + receivers + ": expected 0 to " + MAX_RECEIVERS;
        }
        if (endpoints() < 2) {
            return "--senders " + senders + " --receivers " + receivers + ": expected two endpoints or more";
        }
        if (!List.of("audio", "video", "both").contains(kinds)) {
            return "--kinds " + kinds + ": expected audio, video or both";
        }
        if (!List.of("sctp", "ws", "none").contains(bridgeChannel)) {
            return "--bridge-channel " + bridgeChannel + ": expected sctp, ws or none";
        }
        if (joinRate < 1 || joinRate > 10_000) {
            return "--join-rate " + joinRate + ": expected 1 to 10000";
        }
        if (joinBurst < 0 || joinBurst > MAX_GUESTS) {
            return "--join-burst " + joinBurst + ": expected 0 to " + MAX_GUESTS;
        }
        if (joinBurst > 0 && seconds < 5) {
            return "--join-burst " + joinBurst + " with --seconds " + seconds
                    + ": expected 5 s or more, so that there is a before and an after";
        }
        if (joinBurst > 0 && (soak || hostile)) {
            return "--join-burst with --soak or --hostile: one at a time";
        }
        if (hostile && (receivers > 0 || !kinds.equals("both"))) {
            return "--hostile with --receivers or --kinds: only a full star of audio and video is attacked";
        }
        if (warmUpSeconds < 0 || warmUpSeconds > 3600) {
            return "--warmup " + warmUpSeconds + ": expected 0 to 3600";
        }
        if (bitrateKbps != null && kinds.equals("audio")) {
            return "--bitrate " + bitrateKbps + " with --kinds audio: sound is played as it was recorded";
        }
        return null;
    }

    private @Nullable String checkPlaces() {
        if (bridgeCpus != null && bridge != null) {
            return "--bridge-cpus " + bridgeCpus + " with --bridge: only a bridge that the Hammer starts can be placed";
        }
        if (bridgeCpus != null && !CpuList.isValid(bridgeCpus)) {
            return "--bridge-cpus " + bridgeCpus + ": expected processors like 0 or 0,2-3";
        }
        if (cpus != null && !CpuList.isValid(cpus)) {
            return "--cpus " + cpus + ": expected processors like 0 or 0,2-3";
        }
        return null;
    }

    int endpoints() {
        return senders() + receivers;
    }

    /** How many send. */
    int senders() {
        return senders != null ? senders : endpoints != null ? endpoints : ENDPOINTS_DEFAULT;
    }

    SentKinds sentKinds() {
        return SentKinds.valueOf(kinds.toUpperCase(Locale.ROOT));
    }

    ChannelKind channelKind() {
        return ChannelKind.valueOf(bridgeChannel.toUpperCase(Locale.ROOT));
    }

    RecordedStream audioRecording() {
        RecordedStream recording =
                audio == null ? BundledMedia.audio() : MediaFile.audio(audio, selection("--audio-stream", audioStream));
        return varyAudio ? VariedLengths.of(recording) : recording;
    }

    /** The video's encodings, low to high. */
    List<RecordedStream> videoRecordings() {
        if (selection.simulcast) {
            return BundledMedia.layers();
        }
        return List.of(
                video == null
                        ? bitrateKbps == null ? BundledMedia.video() : BundledMedia.videoNear(bitrateKbps * 1000.0)
                        : MediaFile.video(video, selection("--video-stream", videoStream)));
    }

    /** How much faster than recorded the video is to be played. */
    double videoPace(RecordedStream audioRecording, RecordedStream videoRecording) {
        if (bitrateKbps == null) {
            return 1;
        }
        double audioBps = sentKinds().hasAudio() ? audioRecording.averageBitrateBps() : 0;
        try {
            return ReplayOptions.paceFor(videoRecording, bitrateKbps * 1000.0 - audioBps);
        } catch (IllegalArgumentException e) {
            double videoBps = videoRecording.averageBitrateBps();
            throw new IllegalArgumentException(
                    "--bitrate " + bitrateKbps + ": these recordings can be played at "
                            + Math.round(Math.ceil((audioBps + videoBps * ReplayOptions.MIN_PACE) / 1000)) + " to "
                            + Math.round(Math.floor((audioBps + videoBps * ReplayOptions.MAX_PACE) / 1000)) + " kbit/s",
                    e);
        }
    }

    int sampleEvery() {
        return verify ? 1 : SAMPLE_EVERY;
    }

    int driverCount(int cores) {
        return drivers != null ? drivers : cores > 2 ? 2 : 1;
    }

    private static StreamSelection selection(String option, @Nullable String text) {
        if (text == null) {
            return StreamSelection.busiest();
        }
        try {
            if (text.startsWith("ssrc:")) {
                return StreamSelection.ofSsrc(Long.decode(text.substring(5)));
            }
            if (text.startsWith("port:")) {
                return StreamSelection.ofPort(Integer.parseInt(text.substring(5)));
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option + " " + text + ": " + e.getMessage(), e);
        }
        throw new IllegalArgumentException(option + " " + text + ": expected ssrc:NUMBER or port:NUMBER");
    }
}
