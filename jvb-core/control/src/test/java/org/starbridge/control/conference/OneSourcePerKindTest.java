package org.starbridge.control.conference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.control.conference.TestBridge.MEETING;
import static org.starbridge.control.conference.TestBridge.creating;
import static org.starbridge.control.conference.TestBridge.source;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.channel.BridgeChannelMessage.ReceiverAudioSubscription;
import org.starbridge.colibri.channel.BridgeChannelMessage.ReceiverVideoConstraints;
import org.starbridge.colibri.channel.VideoConstraint;
import org.starbridge.control.selection.ReceiverSlots.FirstSlots;
import org.starbridge.media.api.ForwardingTable.SourceSlot;

/** A client with one media section of each kind, "cccc0003", without a channel: the bridge speaks for it. */
class OneSourcePerKindTest {
    private final TestBridge bridge =
            new TestBridge(new TestConfig().wishInterval(Duration.ZERO).build());

    private FirstSlots join() {
        bridge.with();
        int first = 10;
        for (String id : List.of("aaaa0001", "bbbb0002")) {
            bridge.update(creating(id)
                    .sources(List.of(
                            source(MediaKind.AUDIO, id + "-a0", first), source(MediaKind.VIDEO, id + "-v0", first + 1)))
                    .build());
            first += 10;
        }
        bridge.update(creating("cccc0003")
                .capability(Capabilities.ONE_SOURCE_PER_KIND)
                .build());
        return bridge.conferences.firstSlots(MEETING, "cccc0003").orElseThrow();
    }

    private Map<Integer, SourceSlot> slots() {
        return bridge.media.transport("cccc0003").slots();
    }

    private void name(String endpoint) {
        VideoConstraint any = new VideoConstraint(-1);
        boolean isThere = bridge.conferences.say(
                MEETING,
                "cccc0003",
                List.of(
                        new ReceiverVideoConstraints(
                                1,
                                List.of(),
                                List.of(endpoint + "-v0"),
                                new VideoConstraint(0),
                                Map.of(endpoint + "-v0", any),
                                null),
                        new ReceiverAudioSubscription(false, List.of(endpoint + "-a0"), List.of())));
        assertThat(isThere).isTrue();
    }

    @Test
    void whatItGetsChangesUnderTheSameSsrcs() {
        FirstSlots slots = join();
        name("bbbb0002");
        assertThat(slots()).isEqualTo(Map.of(20, slots.audio(), 21, slots.video()));
        assertThat(bridge.received("cccc0003")).containsExactlyInAnyOrder(20, 21);
        name("aaaa0001");
        assertThat(slots()).isEqualTo(Map.of(10, slots.audio(), 11, slots.video()));
        assertThat(bridge.received("cccc0003")).containsExactlyInAnyOrder(10, 11);
        assertThat(bridge.conferences.firstSlots(MEETING, "cccc0003")).contains(slots);
    }

    @Test
    void itsSlotsAreKnownBeforeAnythingIsInThem() {
        bridge.with();
        bridge.update(creating("cccc0003")
                .capability(Capabilities.ONE_SOURCE_PER_KIND)
                .build());
        FirstSlots slots = bridge.conferences.firstSlots(MEETING, "cccc0003").orElseThrow();
        assertThat(List.of(
                        slots.audio().ssrc(),
                        slots.video().ssrc(),
                        slots.video().retransmissionSsrc(),
                        slots.audio().retransmissionSsrc()))
                .doesNotHaveDuplicates()
                .doesNotContain(0);
    }

    @Test
    void nobodySpeaksForWhoIsNotThere() {
        bridge.with("aaaa0001");
        assertThat(bridge.conferences.say(MEETING, "cccc0003", List.of())).isFalse();
        assertThat(bridge.conferences.say("another", "aaaa0001", List.of())).isFalse();
        assertThat(bridge.conferences.firstSlots(MEETING, "aaaa0001"))
                .as("its SSRCs are not rewritten")
                .isEmpty();
    }

    @Test
    void aConferenceIsFoundByItsRoom() {
        bridge.with();
        assertThat(bridge.conferences.meetingIdOf("StandUp")).contains(MEETING);
        assertThat(bridge.conferences.meetingIdOf("stand")).isEmpty();
    }
}
