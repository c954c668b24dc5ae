package org.starbridge.hammer.app;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.plan.ChannelKind;
import org.starbridge.hammer.client.plan.SentKinds;
import org.starbridge.hammer.media.Codec;
import org.starbridge.hammer.media.LongPackets;
import org.starbridge.hammer.media.RecordedStream;
import org.starbridge.hammer.media.ReplayOptions;
import org.starbridge.hammer.media.VariedLengths;
import org.starbridge.hammer.media.file.BundledCodecs;
import org.starbridge.hammer.media.file.BundledMedia;
import org.starbridge.hammer.media.file.MadeUpH264;
import org.starbridge.hammer.media.file.MediaFile;
import org.starbridge.hammer.media.file.StreamSelection;
import org.starbridge.hammer.media.layer.ScalabilityMode;
import picocli.CommandLine.Option;

/**
 * The options of what is played, as picocli fills them in, and the recordings that follow from them; checked by
 * {@link #check}.
 */
final class MediaArguments {
    private static final int USUAL_PACKET_MS = 20;
    private static final int LONGEST_PACKET_MS = 120;

    @Option(
            names = "--video",
            paramLabel = "FILE",
            description = "Video file to replay: IVF (VP8), or rtpdump or pcap with unencrypted RTP. "
                    + "Default: a bundled recording, VP8, 640x480 at 30 fps.")
    @Nullable
    Path video;

    @Option(
            names = "--codec",
            paramLabel = "CODEC",
            description =
                    "Codec of the bundled video of Chromium: VP9, AV1, H264 or VP8 (default: VP8). Each picture is"
                            + " checked for decodability.")
    @Nullable
    String codec;

    @Option(
            names = "--scalability-mode",
            paramLabel = "MODE",
            description =
                    "With --codec: L1T3, L3T3, L3T3_KEY (three spatial layers on one SSRC: 180, 360 and 720 pixels)"
                            + " or simulcast (default: L3T3_KEY; simulcast for H264).")
    @Nullable
    String scalabilityMode;

    @Option(
            names = "--audio",
            paramLabel = "FILE",
            description =
                    "Audio file to replay: Ogg (Opus), or rtpdump or pcap with unencrypted RTP. Default: bundled.")
    @Nullable
    Path audio;

    @Option(
            names = "--video-stream",
            paramLabel = "ssrc:N|port:N",
            description = "Video stream of a capture (default: the busiest).")
    @Nullable
    String videoStream;

    @Option(
            names = "--audio-stream",
            paramLabel = "ssrc:N|port:N",
            description = "Audio stream of a capture (default: the busiest).")
    @Nullable
    String audioStream;

    @Option(
            names = "--vary-audio",
            description = "Send audio payloads of varying length, 40 to 120 bytes, like a variable-bitrate encoder, "
                    + "instead of the recorded ones.")
    boolean varyAudio;

    @Option(
            names = "--audio-packet",
            paramLabel = "MS",
            defaultValue = "20",
            description = "Duration of an audio packet in ms: 20 to 120, a multiple of the recorded one (default: 20).")
    int audioPacketMs = USUAL_PACKET_MS;

    @Option(
            names = "--bitrate",
            paramLabel = "KBPS",
            description = "Average bitrate of each sender, all streams together, in kbit/s of RTP header and "
                    + "payload; the video is played faster or slower (default: as recorded, 515; from about 900 "
                    + "the bundled video of 1500 kbit/s is used).")
    @Nullable
    Integer bitrateKbps;

    @Option(
            names = "--lose-key-frames",
            description =
                    "Send synthetic H.264 with a key frame each second, from which one packet, in turn another one,"
                            + " is sent only when the bridge requests it: one parameter set, both, or the beginning of the"
                            + " picture. Fails if the bridge does not request it, or if a receiver misses a key frame.")
    boolean losesKeyFrames;

    /** A mistake of the caller, as a sentence; null if there is none. */
    @Nullable
    String check(Arguments others) {
        if (audioPacketMs < USUAL_PACKET_MS || audioPacketMs > LONGEST_PACKET_MS) {
            return "--audio-packet " + audioPacketMs + ": expected " + USUAL_PACKET_MS + " to " + LONGEST_PACKET_MS;
        }
        String layersProblem = checkLayers(others);
        if (layersProblem != null) {
            return layersProblem;
        }
        String problem = losesKeyFrames ? checkLoss(others) : null;
        if (problem != null) {
            return problem;
        }
        return bitrateKbps != null && !others.sentKinds().hasVideo()
                ? "--bitrate " + bitrateKbps + " with --kinds " + others.kinds
                        + ": only video can be played faster or slower"
                : null;
    }

    private @Nullable String checkLayers(Arguments others) {
        if (codec == null) {
            return scalabilityMode == null ? null : "--scalability-mode without --codec: expected both";
        }
        Codec known = knownCodec();
        if (known == null) {
            return "--codec " + codec + ": expected VP8, VP9, AV1 or H264";
        }
        if (known == Codec.VP8) {
            return scalabilityMode == null
                    ? null
                    : "--scalability-mode with --codec VP8: expected --simulcast or nothing";
        }
        ScalabilityMode mode = mode(others.selection.simulcast);
        if (mode == null || !BundledCodecs.has(known, mode)) {
            return "--scalability-mode " + scalabilityMode + " with --codec " + codec + ": expected "
                    + Arrays.stream(ScalabilityMode.values())
                            .filter(each -> BundledCodecs.has(known, each))
                            .map(ScalabilityMode::text)
                            .collect(Collectors.joining(", "));
        }
        if (others.selection.simulcast && mode != ScalabilityMode.SIMULCAST) {
            return "--simulcast with --scalability-mode " + scalabilityMode + ": these cannot be combined";
        }
        if (video != null || losesKeyFrames || others.selection.portrait) {
            return "--codec " + codec + " cannot be combined with --video, --lose-key-frames or --portrait";
        }
        if (bitrateKbps != null && mode == ScalabilityMode.SIMULCAST) {
            return "--codec " + codec + " with --bitrate and simulcast: expected one encoding, as of L1T3";
        }
        if (!others.sentKinds().hasVideo() || others.channelKind() == ChannelKind.NONE) {
            return "--codec " + codec + " without video or without a bridge channel: expected both";
        }
        if (others.meet.isMeant() || others.whip.isMeant() || others.soak || others.hostile) {
            return "--codec " + codec
                    + " cannot be combined with --meet, --whip, --soak or --hostile: these send VP8 or H.264";
        }
        return null;
    }

    private @Nullable Codec knownCodec() {
        return List.of(Codec.VP8, Codec.VP9, Codec.AV1, Codec.H264).stream()
                .filter(each -> each.name().equalsIgnoreCase(codec))
                .findFirst()
                .orElse(null);
    }

    private @Nullable ScalabilityMode mode(boolean simulcast) {
        if (scalabilityMode != null) {
            return ScalabilityMode.of(scalabilityMode).orElse(null);
        }
        return simulcast || knownCodec() == Codec.H264 ? ScalabilityMode.SIMULCAST : ScalabilityMode.L3T3_KEY;
    }

    /** Returns whether the video has layers that are described. */
    boolean isLayered() {
        return codec != null && knownCodec() != Codec.VP8;
    }

    private @Nullable String checkLoss(Arguments others) {
        if (!others.sentKinds().hasVideo()) {
            return "--lose-key-frames with --kinds " + others.kinds + ": video is needed";
        }
        if (changesVideo()) {
            return "--lose-key-frames cannot be combined with --video or --bitrate: the video is synthetic";
        }
        if (others.selection.isSelective() || others.selection.ssrcRewriting) {
            return "--lose-key-frames cannot be combined with --simulcast, --last-n, --max-height or --ssrc-rewriting:"
                    + " each key frame has to reach all receivers";
        }
        if (others.nack || others.soak || others.hostile) {
            return "--lose-key-frames cannot be combined with --nack, --soak or --hostile: only the bridge may send NACKs";
        }
        return null;
    }

    /** The options of what is played. */
    List<HlsChecks.Option> sending() {
        return List.of(
                new HlsChecks.Option("--video", video != null),
                new HlsChecks.Option("--codec", codec != null),
                new HlsChecks.Option("--scalability-mode", scalabilityMode != null),
                new HlsChecks.Option("--audio", audio != null),
                new HlsChecks.Option("--video-stream", videoStream != null),
                new HlsChecks.Option("--audio-stream", audioStream != null),
                new HlsChecks.Option("--vary-audio", varyAudio),
                new HlsChecks.Option("--audio-packet", audioPacketMs != USUAL_PACKET_MS),
                new HlsChecks.Option("--bitrate", bitrateKbps != null));
    }

    /** Returns whether the picture is not the bundled one, as it was recorded. */
    boolean changesVideo() {
        return video != null || bitrateKbps != null;
    }

    /** Returns the recording that is played as sound. */
    RecordedStream audioRecording() {
        RecordedStream recording =
                audio == null ? BundledMedia.audio() : MediaFile.audio(audio, selection("--audio-stream", audioStream));
        RecordedStream sound = varyAudio ? VariedLengths.of(recording) : recording;
        return audioPacketMs == USUAL_PACKET_MS ? sound : LongPackets.of(sound, audioPacketMs);
    }

    /** The video's encodings, low to high; three if {@code simulcast}. */
    List<RecordedStream> videoRecordings(boolean simulcast) {
        Codec known = knownCodec();
        ScalabilityMode mode = mode(simulcast);
        if (known != null && known != Codec.VP8 && mode != null) {
            return BundledCodecs.read(known, mode);
        }
        if (simulcast) {
            return BundledMedia.layers();
        }
        if (losesKeyFrames) {
            return List.of(MadeUpH264.recording());
        }
        return List.of(
                video == null
                        ? bitrateKbps == null ? BundledMedia.video() : BundledMedia.videoNear(bitrateKbps * 1000.0)
                        : MediaFile.video(video, selection("--video-stream", videoStream)));
    }

    /** Returns how much faster than recorded the video is to be played. */
    double videoPace(SentKinds kinds, RecordedStream audioRecording, RecordedStream videoRecording) {
        if (bitrateKbps == null) {
            return 1;
        }
        double audioBps = kinds.hasAudio() ? audioRecording.averageBitrateBps() : 0;
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
