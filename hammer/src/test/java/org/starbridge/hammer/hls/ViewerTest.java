package org.starbridge.hammer.hls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.hls.RenditionLoader.Trouble;

/** A viewer against streams in virtual time. */
class ViewerTest {
    private static final double BEGIN = 60;
    private static final LiveStream LOW_LATENCY = new LiveStream(0.5, 4, 20, true);
    private static final LiveStream PLAIN = new LiveStream(0.5, 4, 6, false);

    private final List<Long> arrivals = new ArrayList<>();
    private double maxRate = 1;

    private Viewer viewer(VirtualOrigin origin, boolean takesHints) {
        ViewerOptions options = new ViewerOptions(
                URI.create("http://origin/room/index.m3u8"), null, takesHints, false, Long.MAX_VALUE, maxRate);
        Viewer viewer = new Viewer(
                0,
                options,
                origin::request,
                (endDateMs, atNs) -> arrivals.add(LiveStream.BEGAN_MS + atNs / 1_000_000 - endDateMs));
        viewer.begin(origin.nowNs());
        return viewer;
    }

    @Test
    void playsPartsAtTheHoldBackFromTheEdge() {
        VirtualOrigin origin = new VirtualOrigin(LOW_LATENCY, BEGIN);
        Viewer viewer = viewer(origin, true);
        origin.run(viewer, BEGIN + 30);
        assertThat(viewer.clock().stalls()).isZero();
        // It loads from a key frame on, at most a segment earlier, and plays at the hold-back.
        assertThat(viewer.clock().latencyMs(origin.wallMs())).isBetween(1500.0, 1700.0);
        assertThat(origin.wholeSegments).isZero();
        assertThat(viewer.troubles(Trouble.WRONG_HINT) + viewer.troubles(Trouble.NOT_BLOCKED))
                .isZero();
    }

    @Test
    void soundBeginsWhereThePictureDoes() {
        VirtualOrigin origin = new VirtualOrigin(LOW_LATENCY, BEGIN + 1.7);
        origin.hasAudio = true;
        Viewer viewer = viewer(origin, true);
        origin.run(viewer, BEGIN + 30);
        assertThat(viewer.clock().stalls()).isZero();
        assertThat(viewer.clock().latencyMs(origin.wallMs())).isBetween(1500.0, 2100.0);
        assertThat(viewer.clock().leftSeconds()).isGreaterThan(0.9);
    }

    @Test
    void whoIsBehindCatchesUp() {
        for (double rate : new double[] {1, 1.5}) {
            maxRate = rate;
            VirtualOrigin origin = new VirtualOrigin(LOW_LATENCY, BEGIN);
            origin.delaySeconds = 0.8;
            Viewer viewer = viewer(origin, true);
            origin.run(viewer, BEGIN + 3);
            origin.delaySeconds = 0.02;
            origin.run(viewer, BEGIN + 60);
            double latencyMs = viewer.clock().latencyMs(origin.wallMs());
            if (rate == 1) {
                assertThat(latencyMs).isGreaterThan(2300);
            } else {
                assertThat(latencyMs).isLessThan(1700 + 1000.0 * viewer.clock().stalls());
            }
        }
    }

    @Test
    void aHintedPartArrivesWhenItExists() {
        VirtualOrigin origin = new VirtualOrigin(LOW_LATENCY, BEGIN);
        Viewer viewer = viewer(origin, true);
        origin.run(viewer, BEGIN + 30);
        assertThat(origin.hints).isGreaterThan(50);
        assertThat(arrivals.getLast()).isCloseTo(20L, within(2L));
    }

    @Test
    void withoutHintsAPartNeedsThePlaylistFirst() {
        VirtualOrigin origin = new VirtualOrigin(LOW_LATENCY, BEGIN);
        Viewer viewer = viewer(origin, false);
        origin.run(viewer, BEGIN + 30);
        assertThat(origin.hints).isZero();
        assertThat(arrivals.getLast()).isCloseTo(40L, within(2L));
        assertThat(viewer.clock().stalls()).isZero();
    }

    @Test
    void reloadsAreDeltaUpdates() {
        VirtualOrigin origin = new VirtualOrigin(LOW_LATENCY, BEGIN);
        Viewer viewer = viewer(origin, true);
        origin.run(viewer, BEGIN + 30);
        assertThat(origin.deltas).isCloseTo(60, within(3));
        assertThat(viewer.troubles(Trouble.DELTA_TOO_SHORT)).isZero();
    }

    @Test
    void playsSegmentsThreeTargetsFromTheEdge() {
        VirtualOrigin origin = new VirtualOrigin(PLAIN, BEGIN);
        Viewer viewer = viewer(origin, true);
        origin.run(viewer, BEGIN + 30);
        assertThat(viewer.clock().stalls()).isZero();
        assertThat(viewer.clock().latencyMs(origin.wallMs())).isBetween(6000.0, 8200.0);
        assertThat(origin.wholeSegments).isCloseTo(17, within(2));
    }

    @Test
    void anOutageIsOneStall() {
        VirtualOrigin origin = new VirtualOrigin(LOW_LATENCY, BEGIN);
        origin.outageFrom = BEGIN + 10;
        origin.outageUntil = BEGIN + 15;
        Viewer viewer = viewer(origin, true);
        origin.run(viewer, BEGIN + 30);
        assertThat(viewer.clock().stalls()).isEqualTo(1);
        assertThat(viewer.clock().stallNs() / 1e9).isBetween(1.3, 4.0);
    }

    @Test
    void fallingOutOfTheWindowBeginsAgainAtTheEdge() {
        LiveStream narrow = new LiveStream(0.5, 4, 4, true);
        VirtualOrigin origin = new VirtualOrigin(narrow, BEGIN);
        origin.outageFrom = BEGIN + 10;
        origin.outageUntil = BEGIN + 25;
        Viewer viewer = viewer(origin, true);
        origin.run(viewer, BEGIN + 40);
        assertThat(viewer.troubles(Trouble.FELL_BEHIND)).isPositive();
        assertThat(viewer.clock().leftSeconds()).isPositive();
        assertThat(viewer.hasFailed()).isFalse();
    }

    @Test
    void thePickedVariantIsTheBestThatFits() {
        List<URI> asked = new ArrayList<>();
        VirtualOrigin origin = new VirtualOrigin(LOW_LATENCY, BEGIN);
        ViewerOptions options =
                new ViewerOptions(URI.create("http://origin/room/index.m3u8?token=x"), "x", true, false, 1500, 1);
        Viewer viewer = new Viewer(
                0,
                options,
                request -> {
                    asked.add(request.uri());
                    origin.request(request);
                },
                (_, _) -> {});
        viewer.begin(origin.nowNs());
        origin.run(viewer, BEGIN + 1);
        assertThat(asked.get(1)).isEqualTo(URI.create("http://origin/room/low.m3u8?token=x"));
        assertThat(asked).allMatch(uri -> uri.getQuery().contains("token=x"));
    }

    @Test
    void aStreamThatIsNotThereFails() {
        VirtualOrigin origin = new VirtualOrigin(LOW_LATENCY, BEGIN);
        Viewer viewer = viewer(origin, true);
        Request first = new Request(Request.Kind.MULTIVARIANT, URI.create("http://origin/"), 0, 0, 0);
        viewer.onReply(new Reply(first, 404, null, null, 0, 0, 0), null, 0);
        assertThat(viewer.hasFailed()).isTrue();
    }
}
