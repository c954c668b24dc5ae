package org.starbridge.hammer.hls;

import java.util.PriorityQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.starbridge.hammer.hls.Request.Kind;
import org.starbridge.playlist.Playlist;
import org.starbridge.playlist.PlaylistParser;

/** Serves a {@link LiveStream} to one viewer in virtual time, with a delay for each answer. */
final class VirtualOrigin {
    private static final Pattern MSN = Pattern.compile("_HLS_msn=(\\d+)");
    private static final Pattern PART = Pattern.compile("_HLS_part=(\\d+)");
    private static final Pattern MEDIA = Pattern.compile("seg(\\d+)(?:\\.part(\\d+))?\\.m4s");

    private static final String WITH_AUDIO = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="sound",URI="audio.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=2000,AUDIO="sound"
            high.m3u8
            """;

    private final LiveStream stream;
    private final PriorityQueue<Answer> answers = new PriorityQueue<>();
    private double nowSeconds;
    /** Each answer takes this long. */
    double delaySeconds = 0.02;
    /** Media is not served within this time. */
    double outageFrom = Double.MAX_VALUE;

    double outageUntil = Double.MAX_VALUE;
    /** Whether sound is a rendition of its own. */
    boolean hasAudio;

    int requests;
    int wholeSegments;
    int hints;
    int deltas;

    private record Answer(double atSeconds, long order, Request request, boolean isDelta)
            implements Comparable<Answer> {
        @Override
        public int compareTo(Answer other) {
            int byTime = Double.compare(atSeconds, other.atSeconds);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    VirtualOrigin(LiveStream stream, double nowSeconds) {
        this.stream = stream;
        this.nowSeconds = nowSeconds;
    }

    void request(Request request) {
        requests++;
        String uri = request.uri().toString();
        double readyAt = nowSeconds;
        if (request.kind() == Kind.BLOCKING_PLAYLIST) {
            long segment = number(MSN, uri, 0);
            long part = number(PART, uri, stream.partsPerSegment() - 1);
            readyAt = Math.max(readyAt, stream.availableAt(segment, (int) part));
        }
        Matcher media = MEDIA.matcher(uri);
        if (media.find()) {
            wholeSegments += request.kind() == Kind.SEGMENT ? 1 : 0;
            hints += request.kind() == Kind.HINT ? 1 : 0;
            int part = media.group(2) == null ? stream.partsPerSegment() - 1 : Integer.parseInt(media.group(2));
            readyAt = Math.max(readyAt, stream.availableAt(Long.parseLong(media.group(1)), part));
            if (readyAt >= outageFrom && readyAt < outageUntil) {
                readyAt = outageUntil;
            }
        }
        boolean isDelta = uri.contains("_HLS_skip");
        deltas += isDelta ? 1 : 0;
        answers.add(new Answer(readyAt + delaySeconds, requests, request, isDelta));
    }

    private static long number(Pattern pattern, String uri, long otherwise) {
        Matcher matcher = pattern.matcher(uri);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : otherwise;
    }

    /** Lets time pass. */
    void run(Viewer viewer, double untilSeconds) {
        while (true) {
            Answer next = answers.peek();
            double deadline =
                    viewer.nextDeadlineNs() == Long.MAX_VALUE ? Double.MAX_VALUE : viewer.nextDeadlineNs() / 1e9;
            double at = Math.min(next == null ? Double.MAX_VALUE : next.atSeconds(), deadline);
            if (at > untilSeconds) {
                break;
            }
            nowSeconds = Math.max(nowSeconds, at);
            if (next != null && next.atSeconds() <= nowSeconds) {
                answers.remove();
                answer(viewer, next);
            } else {
                viewer.onTime(nowNs());
            }
        }
        nowSeconds = untilSeconds;
        viewer.clock().advance(nowNs());
    }

    private void answer(Viewer viewer, Answer answer) {
        Request request = answer.request();
        Playlist playlist = switch (request.kind()) {
            case MULTIVARIANT ->
                PlaylistParser.parse(
                        hasAudio
                                ? WITH_AUDIO
                                : "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\nlow.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2000\nhigh.m3u8\n");
            case PLAYLIST, BLOCKING_PLAYLIST ->
                PlaylistParser.parse(stream.playlist(nowSeconds - delaySeconds, answer.isDelta()));
            default -> null;
        };
        viewer.onReply(new Reply(request, 200, null, null, 1000, nowNs(), nowNs()), playlist, nowNs());
    }

    long nowNs() {
        return Math.round(nowSeconds * 1e9);
    }

    double wallMs() {
        return LiveStream.BEGAN_MS + nowSeconds * 1000;
    }
}
