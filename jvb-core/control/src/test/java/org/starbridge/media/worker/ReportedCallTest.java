package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.control.event.CallEvent;
import org.starbridge.control.event.CallEvent.Connected;
import org.starbridge.control.event.CallEvent.Failed;
import org.starbridge.control.event.CallEvent.Joined;
import org.starbridge.control.event.CallEvent.Left;
import org.starbridge.control.event.CallEvent.Moved;
import org.starbridge.control.event.CallEvent.Step;
import org.starbridge.transport.srtp.SrtpProfile;

/** What control and media together report of a call. */
class ReportedCallTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final String MEETING = "meeting";

    private final List<CallEvent> events = new ArrayList<>();

    private <E extends CallEvent> List<E> of(Class<E> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    @Test
    void connectionsMovesAndFailuresAreReportedWithTheirAddressesAndReasons() {
        try (WholeBridge bridge = new WholeBridge(20261123, 2)) {
            bridge.calls = events::add;
            bridge.create(MEETING);
            SimulatedClient mover = bridge.join(MEETING, "aaaa0001");
            assertThat(bridge.connectAll()).isTrue();

            assertThat(of(Joined.class)).extracting(Joined::endpointId).containsExactly("aaaa0001");
            Connected connected = of(Connected.class).get(0);
            assertThat(connected.profile()).isEqualTo(SrtpProfile.AEAD_AES_128_GCM);
            assertThat(connected.tookNs()).isBetween(0L, 30 * SECOND_NS);
            assertThat(connected.pair()).isNotNull();
            assertThat(of(Moved.class)).isEmpty();

            bridge.rebind(mover);
            assertThat(bridge.runUntil(() -> !of(Moved.class).isEmpty(), 60 * SECOND_NS))
                    .isTrue();
            Moved moved = of(Moved.class).get(0);
            assertThat(moved.from()).isEqualTo(connected.pair());
            assertThat(moved.to().remote()).isNotEqualTo(moved.from().remote());

            bridge.vanish(bridge.join(MEETING, "bbbb0002"));
            bridge.run(31 * SECOND_NS);
            assertThat(of(Failed.class))
                    .singleElement()
                    .satisfies(failed -> assertThat(failed.endpointId()).isEqualTo("bbbb0002"))
                    .satisfies(failed -> assertThat(failed.step()).isEqualTo(Step.ICE))
                    .satisfies(failed -> assertThat(failed.reason())
                            .matches(
                                    "\\d+ STUN requests arrived from it and were answered, and none of the bridge's \\d+ checks was"
                                            + " answered"));

            bridge.leave(MEETING, mover);
            assertThat(of(Left.class))
                    .singleElement()
                    .satisfies(left -> assertThat(left.reached()).isEqualTo(Step.CONNECTED));
        }
    }
}
