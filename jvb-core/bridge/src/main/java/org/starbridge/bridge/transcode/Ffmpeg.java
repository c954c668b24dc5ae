package org.starbridge.bridge.transcode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.starbridge.bridge.config.reader.ConfigException;

/** The program ffmpeg of this machine. Immutable. */
final class Ffmpeg {
    private static final String KEY = "starbridge.hls.transcode.ffmpeg";
    /** With it came the option that binds the ports to one address. Debian 12 has 5.1. */
    private static final int LEAST_MAJOR = 5;

    private static final Pattern VERSION = Pattern.compile("ffmpeg version \\D{0,3}(\\d+)[.\\s-]");
    private static final long ANSWER_SECONDS = 10;

    private final TranscodeConfig config;
    private final String version;

    private Ffmpeg(TranscodeConfig config, String version) {
        this.config = config;
        this.version = version;
    }

    /**
     * Looks for it.
     *
     * @throws ConfigException if it is not there, too old, or lacks an encoder
     */
    static Ffmpeg find(TranscodeConfig config) {
        String about = answer(config, "-version");
        String version = about.lines().findFirst().orElse("");
        if (!isUsable(version)) {
            throw new ConfigException(
                    KEY, config.ffmpeg(), "an ffmpeg of version " + LEAST_MAJOR + " or newer, not: " + version);
        }
        String encoders = answer(config, "-encoders");
        for (String encoder : List.of("libx264", "aac")) {
            if (!encoders.contains(" " + encoder + " ")) {
                throw new ConfigException(KEY, config.ffmpeg(), "an ffmpeg with the encoder " + encoder);
            }
        }
        return new Ffmpeg(config, version);
    }

    /** Builds of a development version ({@code N-12345}) have no number and are taken as new. */
    static boolean isUsable(String version) {
        Matcher matcher = VERSION.matcher(version + " ");
        return version.startsWith("ffmpeg version N-")
                || (matcher.find() && Integer.parseInt(matcher.group(1)) >= LEAST_MAJOR);
    }

    private static String answer(TranscodeConfig config, String question) {
        try {
            Process process = new ProcessBuilder(config.ffmpeg(), "-hide_banner", question)
                    .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                    .redirectErrorStream(true)
                    .start();
            var _ = process.onExit().orTimeout(ANSWER_SECONDS, TimeUnit.SECONDS).exceptionally(_ -> {
                process.destroyForcibly();
                return process;
            });
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new ConfigException(
                    KEY, config.ffmpeg(), "an executable program: apt-get install ffmpeg (" + e.getMessage() + ")");
        }
    }

    /** As it calls itself. */
    String version() {
        return version;
    }

    /**
     * The command that reads a session description from standard input, receives what it describes, and writes FLV to
     * standard output. It gives way to all other processes.
     */
    List<String> command(int sounds, boolean hasVideo) {
        List<String> command = new ArrayList<>(List.of("nice", "-n", "10", config.ffmpeg()));
        add(command, "-hide_banner -loglevel warning -protocol_whitelist pipe,udp,rtp");
        // Without nobuffer: what is looked at first, the only key frame perhaps, is to be decoded, too.
        add(command, "-flags low_delay -fpsprobesize 0 -analyzeduration 1000000");
        add(command, "-reorder_queue_size 0 -max_delay 0 -localaddr 127.0.0.1 -f sdp -i pipe:0 -copyts");
        if (hasVideo) {
            String size = config.width() + ":" + config.evenHeight();
            add(
                    command,
                    "-map 0:v -vf scale=" + size + ":force_original_aspect_ratio=decrease,pad=" + size
                            + ":-1:-1,format=yuv420p");
            add(command, "-c:v libx264 -preset veryfast -tune zerolatency -profile:v main -bf 0 -g 1000");
            // A key frame each two seconds: segments begin with one.
            add(command, "-force_key_frames expr:if(isnan(prev_forced_t),1,gte(t,prev_forced_t+2))");
            String kbps = config.videoKbps() + "k";
            add(command, "-b:v " + kbps + " -maxrate " + kbps + " -bufsize " + kbps);
        }
        if (sounds > 1) {
            add(command, "-filter_complex " + mix(sounds) + " -map [mix]");
        } else if (sounds == 1) {
            add(command, "-map 0:a");
        }
        if (sounds > 0) {
            add(command, "-c:a aac -ar 48000 -ac 2 -b:a " + config.audioKbps() + "k");
        }
        add(command, "-max_interleave_delta 200000 -flush_packets 1 -flvflags no_duration_filesize -f flv pipe:1");
        return command;
    }

    /**
     * The sum of all streams, which stay where their timestamps say. What is too loud is turned down, as several may
     * speak at the same time.
     */
    private static String mix(int sounds) {
        StringBuilder graph = new StringBuilder();
        for (int i = 0; i < sounds; i++) {
            graph.append("[0:a:" + i + "]aresample=async=1[in" + i + "];");
        }
        for (int i = 0; i < sounds; i++) {
            graph.append("[in" + i + "]");
        }
        return graph.append("amix=inputs=" + sounds + ":normalize=0,alimiter=limit=0.9:level=0[mix]")
                .toString();
    }

    private static void add(List<String> command, String words) {
        command.addAll(List.of(words.split(" ", -1)));
    }
}
