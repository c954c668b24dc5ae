package org.starbridge.hammer.hls;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.hls.StreamStart.Answer;

/** When there is enough of a new stream, by its playlists. */
class StreamStartTest {
    private static final URI FIRST = URI.create("http://h/room/index.m3u8");

    private static final String VARIANTS = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="sound",DEFAULT=YES,URI="audio.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1000,AUDIO="a"
            low.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=9000,AUDIO="a"
            high.m3u8
            """;

    private final Map<String, Answer> answers = new HashMap<>();

    private String missing(boolean wholeSegments) throws InterruptedException {
        ViewerOptions options = new ViewerOptions(FIRST, null, false, wholeSegments, Long.MAX_VALUE, 1);
        return String.valueOf(new StreamStart(options, uri -> answers.getOrDefault(uri.getPath(), new Answer(404, "")))
                .missing());
    }

    private void serve(String name, String text) {
        answers.put("/room/" + name, new Answer(200, text));
    }

    /** So many whole segments of 2 s, and one that has two parts. */
    private static String lowLatency(int segments) {
        return """
                #EXTM3U
                #EXT-X-TARGETDURATION:2
                #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.5
                #EXT-X-PART-INF:PART-TARGET=0.5
                """ + "#EXTINF:2,\ns.m4s\n".repeat(segments) + """
                #EXT-X-PART:DURATION=0.5,URI="p0.m4s",INDEPENDENT=YES
                #EXT-X-PART:DURATION=0.5,URI="p1.m4s"
                """;
    }

    @Test
    void whatIsNotServedIsWaitedFor() throws Exception {
        assertThat(missing(false)).isEqualTo(FIRST + " has the status 404");
        answers.put("/room/index.m3u8", new Answer(0, "refused"));
        assertThat(missing(false)).isEqualTo(FIRST + " was not answered: refused");
        serve("index.m3u8", "hello");
        assertThat(missing(false)).startsWith(FIRST + " is not a playlist: ");
        serve("index.m3u8", VARIANTS);
        assertThat(missing(false)).isEqualTo("http://h/room/high.m3u8 has the status 404");
        serve("high.m3u8", lowLatency(1));
        assertThat(missing(false)).isEqualTo("http://h/room/audio.m3u8 has the status 404");
        serve("audio.m3u8", lowLatency(1));
        assertThat(missing(false)).isEqualTo("null");
    }

    @Test
    void aPlayerOfPartsNeedsTheHoldBackAndAWholeSegment() throws Exception {
        serve("index.m3u8", lowLatency(0));
        assertThat(missing(false))
                .isEqualTo(
                        FIRST + " lists 1.0 s with 0 whole segments, and a player begins with 1.5 s and at least one");
        serve("index.m3u8", lowLatency(1));
        assertThat(missing(false)).isEqualTo("null");
    }

    @Test
    void aPlayerOfSegmentsNeedsThreeTargetDurationsOfThem() throws Exception {
        serve("index.m3u8", lowLatency(2));
        assertThat(missing(true))
                .isEqualTo(
                        FIRST + " lists 4.0 s with 2 whole segments, and a player begins with 6.0 s and at least one");
        serve("index.m3u8", lowLatency(3));
        assertThat(missing(true)).isEqualTo("null");
    }

    @Test
    void aStreamThatHasEndedGetsNoLonger() throws Exception {
        serve("index.m3u8", lowLatency(1).replaceAll("(?m)^#EXT-X-PART:.*$", "") + "#EXT-X-ENDLIST\n");
        assertThat(missing(true)).isEqualTo("null");
    }
}
