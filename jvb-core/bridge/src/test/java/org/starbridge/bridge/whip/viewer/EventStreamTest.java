package org.starbridge.bridge.whip.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.bridge.whip.access.RefusalException;

class EventStreamTest {
    private static final String RETRY = "retry: 2000\n\n";
    private static final VideoLayer LOW = new VideoLayer("l", 0, 0, 180, 100_000);
    private static final VideoLayer HIGH = new VideoLayer("h", 0, 0, 720, 0);

    private final EventStream stream = new EventStream(EnumSet.allOf(EventKind.class));

    private static ViewerState state(boolean isActive, int viewers, VideoLayer... layers) {
        return new ViewerState(isActive, false, viewers, 1, List.of(layers));
    }

    @Test
    void theFirstPollReportsWhatIs() {
        assertThat(stream.poll(state(true, 3, LOW, HIGH))).isEqualTo(RETRY + """
                        event: active
                        data: {}

                        event: layers
                        data: {"1":[{"rid":"l","spatialLayerId":0,"temporalLayerId":0,"bitrate":100000,"height":180},\
                        {"rid":"h","spatialLayerId":0,"temporalLayerId":0,"height":720}]}

                        event: viewercount
                        data: {"viewercount":3}

                        """);
        assertThat(stream.poll(state(true, 3, LOW, HIGH))).as("nothing new").isEqualTo(RETRY);
    }

    /** The draft forbids an initial event of that kind. */
    @Test
    void inactiveIsNeverTheFirst() {
        assertThat(stream.poll(state(false, 1))).doesNotContain("active");
        assertThat(stream.poll(state(true, 1))).contains("event: active\n");
        assertThat(stream.poll(state(false, 1))).contains("event: inactive\n");
    }

    @Test
    void layersAreReportedWhenOneBeginsOrEndsButNotForEachBitrate() {
        stream.poll(state(true, 1, LOW));
        assertThat(stream.poll(state(true, 1, new VideoLayer("l", 0, 0, 180, 110_000))))
                .isEqualTo(RETRY);
        assertThat(stream.poll(state(true, 1, new VideoLayer("l", 0, 0, 180, 0))))
                .contains("event: layers");
    }

    @Test
    void theEndOfASessionIsReportedOnce() {
        stream.poll(state(true, 1));
        ViewerState over = new ViewerState(false, true, 1, 1, List.of());
        assertThat(stream.poll(over)).isEqualTo(RETRY + "event: inactive\ndata: {}\n\nevent: reconnect\ndata: {}\n\n");
        assertThat(stream.poll(over)).isEqualTo(RETRY);
    }

    @Test
    void onlyTheNamedEventsAreSent() throws RefusalException {
        Set<EventKind> kinds = EventKind.read(Json.tree("[\"viewercount\", \"scte35\"]"));
        assertThat(new EventStream(kinds).poll(state(true, 1, LOW)))
                .isEqualTo(RETRY + "event: viewercount\ndata: {\"viewercount\":1}\n\n");
        assertThatThrownBy(() -> EventKind.read(Json.tree("{\"active\": true}")))
                .isInstanceOf(RefusalException.class)
                .hasMessageContaining("JSON array");
    }

    @Test
    void aSessionHasFewStreams() throws RefusalException {
        EventStreams streams = new EventStreams();
        for (int i = 0; i < EventStreams.MAX_STREAMS; i++) {
            streams.add("stream" + i, stream);
        }
        assertThatThrownBy(() -> streams.add("one more", stream)).isInstanceOf(RefusalException.class);
        assertThat(streams.remove("stream0")).isTrue();
        assertThat(streams.remove("stream0")).isFalse();
        streams.add("one more", stream);
        assertThat(streams.find("one more")).contains(stream);
    }
}
