package org.starbridge.hammer.app;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.media.BundledMedia;
import org.starbridge.hammer.media.MediaFile;
import org.starbridge.hammer.media.RecordedStream;
import org.starbridge.hammer.media.ReplayOptions;
import org.starbridge.hammer.media.StreamSelection;
import picocli.CommandLine.Option;

/** The command line's options, as picocli fills them in; checked by {@link #check}. */
final class Arguments {
    static final int SAMPLE_EVERY = 64;
    private static final int MAX_ENDPOINTS = 500;
    private static final int MAX_SECONDS = 86_400;

    @Option(
            names = {"-k", "--endpoints"},
            paramLabel = "N",
            defaultValue = "10",
            description = "Endpoints in the conference; all send, and all receive all others (default: 10).")
    int endpoints;

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
            names = "--bitrate",
            paramLabel = "KBPS",
            description = "What each endpoint sends on average, audio and video together, in kbit/s of RTP header and "
                    + "payload: the video is played faster or slower for it (default: as recorded; the bundled "
                    + "recordings have 515).")
    @Nullable
    Integer bitrateKbps;

    @Option(
            names = "--rtx",
            description =
                    "Declare retransmission streams. A bridge then may hold back video by its bandwidth estimate.")
    boolean rtx;

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

    @Option(names = "--json", paramLabel = "FILE", description = "Write the result as a JSON object.")
    @Nullable
    Path json;

    @Option(names = "--quiet", description = "No live line, only the summary.")
    boolean quiet;

    /** A mistake of the caller, as a sentence; null if there is none. */
    @Nullable
    String check() {
        if (endpoints < 2 || endpoints > MAX_ENDPOINTS) {
            return "-k " + endpoints + ": expected 2 to " + MAX_ENDPOINTS + " endpoints";
        }
        if (seconds < 1 || seconds > MAX_SECONDS) {
            return "--seconds " + seconds + ": expected 1 to " + MAX_SECONDS;
        }
        if (drivers != null && (drivers < 1 || drivers > endpoints)) {
            return "--drivers " + drivers + ": expected 1 to the number of endpoints, " + endpoints;
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

    RecordedStream audioRecording() {
        return audio == null ? BundledMedia.audio() : MediaFile.audio(audio, selection("--audio-stream", audioStream));
    }

    RecordedStream videoRecording() {
        return video == null ? BundledMedia.video() : MediaFile.video(video, selection("--video-stream", videoStream));
    }

    /** How much faster than recorded the video is to be played. */
    double videoPace(RecordedStream audioRecording, RecordedStream videoRecording) {
        if (bitrateKbps == null) {
            return 1;
        }
        double audioBps = audioRecording.averageBitrateBps();
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
