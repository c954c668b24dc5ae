package org.starbridge.media.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.starbridge.lastn.LayerId;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.Participant;
import org.starbridge.media.api.ForwardingTable.Reception;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.demux.Route;
import org.starbridge.media.plan.ConferencePlan.Member;
import org.starbridge.media.plan.ConferencePlan.PlannedStream;

class PlannerTest {
    private static final int CAMERA = 2000;

    private final Planner planner = new Planner(Map.of(1, new Route(1, 0, "sender"), 2, new Route(2, 0, "receiver")));
    private long version;

    private static Stream encoding(int encoding) {
        int ssrc = CAMERA + encoding;
        return new Stream(ssrc, "v0", MediaKind.VIDEO, Use.MEDIA, false, ssrc, CAMERA, encoding, null);
    }

    private ConferencePlan plan(int target, Reception reception) {
        Transport sender =
                new Transport(1, Map.of(), Map.of(), false, List.of(encoding(0), encoding(1), encoding(2)), Set.of());
        Transport receiver = new Transport(
                2,
                Map.of(),
                Map.of(),
                false,
                List.of(new Participant(2, List.of())),
                Set.of(CAMERA),
                Map.of(CAMERA, target),
                Map.of(),
                reception);
        return planner.plan(new ForwardingTable("conf", ++version, List.of(sender, receiver)));
    }

    private static int targets(ConferencePlan plan) {
        List<PlannedStream> streams = plan.members().getFirst().streams();
        assertThat(streams)
                .extracting(plan::targets)
                .as("the same for all encodings")
                .containsOnly(plan.targets(streams.getFirst()));
        return plan.targets(streams.getFirst());
    }

    @Test
    void anotherTargetLayerLeavesTheSenderAsItWas() {
        ConferencePlan first = plan(LayerId.of(0, 0, 2), Reception.CHOSEN_LAYERS);
        ConferencePlan second = plan(LayerId.of(2, 0, 1), Reception.CHOSEN_LAYERS);
        assertThat(targets(first)).isEqualTo(1);
        assertThat(targets(second)).isEqualTo(1 << 2);
        Member sender = second.members().getFirst();
        assertThat(sender.isAsOf(first.version())).isTrue();
        assertThat(second.members().getLast().isAsOf(first.version())).isFalse();
    }

    @Test
    void whatGetsEveryEncodingIsATargetOfEachUpToItsOwn() {
        int all = targets(plan(ForwardingTable.HIGHEST_LAYER, Reception.EVERY_ENCODING));
        assertThat(all & 0b111).isEqualTo(0b111);
        int two = targets(plan(LayerId.of(1, 7, 7), Reception.EVERY_ENCODING));
        assertThat(two & 0b111).isEqualTo(0b011);
    }
}
