package org.starbridge.bridge.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.bandwidth.Reason;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.control.channel.MessageCounts;
import org.starbridge.control.relay.RelaySnapshot;
import org.starbridge.lastn.LayerId;
import org.starbridge.lastn.ReceiverConstraints;
import org.starbridge.lastn.allocation.Allocation;
import org.starbridge.lastn.allocation.AllocationPolicy;
import org.starbridge.lastn.allocation.Allocator;
import org.starbridge.lastn.allocation.Budget;
import org.starbridge.lastn.allocation.LastN;
import org.starbridge.lastn.allocation.Layer;
import org.starbridge.lastn.allocation.VideoSource;
import org.starbridge.media.api.BandwidthEstimate;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.transport.ice.IceState;

/** "Why does she see 180p?" */
class AllocationViewsTest {
    private static final VideoSource CAMERA = new VideoSource(
            "a-v0",
            VideoSource.Content.CAMERA,
            VideoSource.State.ENABLED,
            List.of(
                    new Layer(LayerId.of(0, 0, 0), 180, 30, 200_000),
                    new Layer(LayerId.of(1, 0, 0), 360, 30, 500_000)));

    /** As another bridge is judged that sends receiver reports only. */
    @Test
    void lossesAreTheReasonWhereNothingIsEstimated() {
        EndpointStats stats = new EndpointStats(
                IceState.CONNECTED,
                true,
                EndpointStats.Traffic.NONE,
                0.4,
                30,
                0,
                false,
                false,
                0,
                0,
                new EndpointStats.Limits(-1, false, -1, 300_000),
                BandwidthEstimate.NONE,
                0);
        RelaySnapshot relay = new RelaySnapshot(
                "jvb-b",
                "0",
                IceState.CONNECTED,
                true,
                true,
                List.of("bb"),
                Map.of("a-v0", 720),
                Map.of(),
                new MessageCounts.Snapshot(Map.of(), Map.of(), 0),
                allocate(new Budget(300_000, Budget.Basis.OVERLOAD)),
                stats);
        JsonNode view = Json.tree(Json.write(RelayViews.of(List.of(relay)))).get("jvb-b");
        assertThat(view.get("feedback").asText()).isEqualTo("receiver_reports");
        assertThat(view.get("loss_limit_bps").asLong()).isEqualTo(300_000);
        assertThat(view.at("/why/budget/basis").asText()).isEqualTo("overload");
        assertThat(view.at("/why/sources/a-v0/reason").asText()).isEqualTo("bandwidth");
        assertThat(view.at("/why/sources/a-v0/estimate_reason").asText()).isEqualTo("loss");
        assertThat(view.get("left_out").get(0).asText()).isEqualTo("a-v0");
    }

    private static Allocation allocate(Budget budget) {
        return new Allocator(AllocationPolicy.defaults())
                .allocate(
                        List.of(CAMERA),
                        ReceiverConstraints.everything(),
                        LastN.Limits.NONE,
                        budget,
                        Allocation.NOTHING,
                        0);
    }

    @ParameterizedTest
    @CsvSource({
        "ESTIMATE, DELAY, 300000, bandwidth, delay",
        "ESTIMATE, LOSS, 300000, bandwidth, loss",
        "ESTIMATE, NO_FEEDBACK, 300000, bandwidth, no_feedback",
        "OVERLOAD, DELAY, 300000, bandwidth, delay",
        "ASSUMED, DELAY, 300000, bandwidth, assumed",
        "ESTIMATE, PROBE, 900000, ideal, ''",
    })
    void theReasonOfTheEstimateStandsBesideTheLayerThatItLedTo(
            Budget.Basis basis, Reason reason, long bps, String layerReason, String estimateReason) {
        BandwidthEstimate estimate = new BandwidthEstimate(
                bps, reason, bps, 2 * bps, bps / 2, 0.01, 80, 3 * bps, 0, 0, 1, 2, 3, false, true, 0, false);
        Allocation allocation = allocate(new Budget(bps, basis));
        JsonNode why = Json.tree(Json.write(
                        AllocationViews.bitrateController(allocation, estimate, ReceiverConstraints.everything())))
                .get("why");
        JsonNode source = why.at("/sources/a-v0");
        assertThat(source.get("reason").asText()).isEqualTo(layerReason);
        assertThat(source.path("estimate_reason").asText()).isEqualTo(estimateReason);
        assertThat(why.at("/budget/estimate/target_bps").asLong()).isEqualTo(bps);
        assertThat(why.at("/budget/estimate/loss_bps").asLong()).isEqualTo(2 * bps);
        assertThat(why.at("/budget/estimate/tcc_unmatched_feedback").asLong()).isEqualTo(3);
        assertThat(why.at("/budget/estimate/overusing").asBoolean()).isTrue();
    }
}
