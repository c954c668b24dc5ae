package org.starbridge.bridge.transcode;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * One process with the streams to it and what comes from it. Two threads of its own read standard output and standard
 * error; the rest belongs to the thread that polls it.
 */
final class TranscodeProcess implements AutoCloseable {
    private static final int OPUS = 111;
    private static final int VP8 = 96;
    private static final int OPUS_RATE_HZ = 48_000;
    private static final int VIDEO_RATE_HZ = 90_000;
    private static final int MAX_WAITING = 1000;
    private static final int KEPT_LINES = 5;
    private static final int MAX_TRIES = 200;

    private final Process process;
    private final List<RtpFeed> sounds;
    private final @Nullable RtpFeed video;
    private final BlockingQueue<FlvReader.Tag> tags = new ArrayBlockingQueue<>(MAX_WAITING);
    private final Deque<String> lines = new ArrayDeque<>();
    private volatile boolean isEnded;

    private TranscodeProcess(Process process, List<RtpFeed> sounds, @Nullable RtpFeed video) {
        this.process = process;
        this.sounds = sounds;
        this.video = video;
    }

    /** Starts it; takes some milliseconds. */
    static TranscodeProcess start(Ffmpeg ffmpeg, Transcoder.Job job) throws IOException {
        List<Integer> ports = freePorts(job.sounds() + (job.hasVideo() ? 1 : 0));
        List<Integer> soundPorts = ports.subList(0, job.sounds());
        int videoPort = job.hasVideo() ? ports.getLast() : -1;
        Process process = new ProcessBuilder(ffmpeg.command(job.sounds(), job.hasVideo())).start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(description(soundPorts, videoPort).getBytes(StandardCharsets.US_ASCII));
        } catch (IOException _) {
            // It has ended already, and its standard error says why.
        }
        List<RtpFeed> sounds = new ArrayList<>();
        for (int port : soundPorts) {
            sounds.add(RtpFeed.open(port, OPUS, OPUS_RATE_HZ));
        }
        TranscodeProcess started = new TranscodeProcess(
                process, sounds, job.hasVideo() ? RtpFeed.open(videoPort, VP8, VIDEO_RATE_HZ) : null);
        Thread.ofPlatform().daemon().name("transcode-output").start(started::readOutput);
        Thread.ofPlatform().daemon().name("transcode-errors").start(started::readErrors);
        return started;
    }

    /** Even ports that are free, as are the next ones: for RTP and RTCP. */
    private static List<Integer> freePorts(int count) throws IOException {
        InetAddress loopback = InetAddress.ofLiteral("127.0.0.1");
        List<Integer> ports = new ArrayList<>();
        for (int i = 0; i < MAX_TRIES; i++) {
            try (DatagramSocket first = new DatagramSocket(new InetSocketAddress(loopback, 0))) {
                int port = first.getLocalPort();
                if (port % 2 == 0 && !ports.contains(port) && isFree(loopback, port + 1)) {
                    ports.add(port);
                }
            }
            if (ports.size() == count) {
                return ports;
            }
        }
        throw new IOException("no free pair of UDP ports");
    }

    private static boolean isFree(InetAddress address, int port) {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(address, port))) {
            return socket.isBound();
        } catch (IOException _) {
            return false;
        }
    }

    private static String description(List<Integer> soundPorts, int videoPort) {
        StringBuilder text = new StringBuilder("""
                v=0
                o=- 0 0 IN IP4 127.0.0.1
                s=-
                c=IN IP4 127.0.0.1
                t=0 0
                """);
        for (int port : soundPorts) {
            text.append("""
                    m=audio %d RTP/AVP 111
                    a=rtpmap:111 opus/48000/2
                    """.formatted(port));
        }
        if (videoPort >= 0) {
            text.append("""
                    m=video %d RTP/AVP 96
                    a=rtpmap:96 VP8/90000
                    """.formatted(videoPort));
        }
        return text.toString();
    }

    /** The streams of sound to it. */
    List<RtpFeed> sounds() {
        return sounds;
    }

    /** Returns whether it listens at all ports. */
    boolean isHeard(long atNs) throws IOException {
        for (RtpFeed feed : feeds()) {
            if (!feed.isHeard(atNs)) {
                return false;
            }
        }
        return true;
    }

    /** Sends a sender report in each stream. */
    void report(long atNs) throws IOException {
        for (RtpFeed feed : feeds()) {
            feed.report(atNs);
        }
    }

    private List<RtpFeed> feeds() {
        List<RtpFeed> all = new ArrayList<>(sounds);
        if (video != null) {
            all.add(video);
        }
        return all;
    }

    @Nullable
    RtpFeed video() {
        return video;
    }

    /** Takes what came and was not taken yet; null if there is nothing. */
    FlvReader.@Nullable Tag poll() {
        return tags.poll();
    }

    /** Returns whether nothing more comes, and all was taken. */
    boolean isEnded() {
        return isEnded && tags.isEmpty();
    }

    /** The last lines that it wrote to standard error. */
    List<String> complaints() {
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    private void readOutput() {
        try (BufferedInputStream in = new BufferedInputStream(process.getInputStream(), 1 << 16)) {
            FlvReader reader = new FlvReader(in);
            reader.begin();
            while (true) {
                tags.put(reader.next());
            }
        } catch (IOException _) {
            // The end, or it was destroyed.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            isEnded = true;
            process.destroyForcibly();
        }
    }

    private void readErrors() {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                synchronized (lines) {
                    lines.addLast(line);
                    if (lines.size() > KEPT_LINES) {
                        lines.removeFirst();
                    }
                }
            }
        } catch (IOException _) {
            // The end.
        }
    }

    /** Ends it. */
    @Override
    public void close() {
        process.destroyForcibly();
        tags.clear(); // the reader may wait for room
        feeds().forEach(RtpFeed::close);
    }
}
