package org.starbridge.control.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.control.conference.TestBridge;
import org.starbridge.control.conference.TestBridge.FakeChannel;
import org.starbridge.lastn.speech.SpeechActivity;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.Reception;

/** Participants on other bridges, and who receives them. */
class RelayParticipantsTest extends RelayFixture {
    @Test
    void participantsBehindARelayAreSentToEndpointsAndTheOtherWayRound() {
        withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B);
        assertThat(bridge.received("aa")).containsExactlyInAnyOrder(AUDIO_B, VIDEO_B);
        assertThat(table("jvb-b").receivedStreams()).containsExactlyInAnyOrder(AUDIO_A, VIDEO_A);
        assertThat(table("jvb-b").reception()).isEqualTo(Reception.EVERY_ENCODING);
        assertThat(table("jvb-b").participants()).hasSize(1);
        assertThat(table("jvb-b").participants().getFirst().key())
                .as("is not its transport's")
                .isNotEqualTo(table("jvb-b").endpointKey());
        assertThat(table("jvb-b").participants().getFirst().streams())
                .extracting(ForwardingTable.Stream::ssrc)
                .containsExactlyInAnyOrder(AUDIO_B, VIDEO_B, VIDEO_B + 1, VIDEO_B + 2);
    }

    @Test
    void sourcesChangeAndParticipantsLeave() {
        withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B);
        modify(updating(
                "jvb-b",
                null,
                EndpointModify.builder("bb")
                        .sources(List.of(audio("bb", AUDIO_B)))
                        .build(),
                EndpointModify.builder("unknown")
                        .sources(List.of(audio("x", 5)))
                        .build()));
        assertThat(bridge.received("aa")).containsExactly(AUDIO_B);
        modify(updating("jvb-b", null, EndpointModify.expiring("bb")));
        assertThat(bridge.received("aa")).isEmpty();
        assertThat(table("jvb-b").participants()).isEmpty();
    }

    @Test
    void aParticipantThatMovesBringsItsSsrcsAlongAndTheOldBridgeCannotEndIt() {
        withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B);
        withRelay("jvb-c", "0", "bb", AUDIO_B, VIDEO_B);
        assertThat(table("jvb-b").participants()).isEmpty();
        assertThat(table("jvb-c").participants()).hasSize(1);
        modify(updating("jvb-b", null, EndpointModify.expiring("bb")));
        assertThat(bridge.received("aa")).containsExactlyInAnyOrder(AUDIO_B, VIDEO_B);
    }

    @Test
    void withinAMeshNothingIsPassedOnBetweenMeshesEverythingIs() {
        withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B);
        modify(creating("jvb-c", "0"));
        modify(creating("jvb-d", "1"));
        assertThat(table("jvb-c").receivedStreams()).containsExactlyInAnyOrder(AUDIO_A, VIDEO_A);
        assertThat(table("jvb-d").receivedStreams()).containsExactlyInAnyOrder(AUDIO_A, VIDEO_A, AUDIO_B, VIDEO_B);
        assertThat(table("jvb-b").receivedStreams()).containsExactlyInAnyOrder(AUDIO_A, VIDEO_A);
    }

    /** Between bridges sources keep their SSRCs; the last bridge puts its own in their place. */
    @Test
    void ssrcsAreRewrittenAtTheLastBridge() {
        withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B);
        bridge.update(TestBridge.creating("cc")
                .capability(Capabilities.SSRC_REWRITING)
                .build());
        FakeChannel client = client("cc");
        ForwardingTable.SourceSlot slot =
                Objects.requireNonNull(table("cc").slots().get(VIDEO_B));
        assertThat(slot.ssrc()).isNotIn(0, VIDEO_B);
        assertThat(client.sent)
                .filteredOn(text -> text.contains("VideoSourcesMap"))
                .anyMatch(text -> text.contains("\"owner\":\"bb\"")
                        && text.contains("\"ssrc\":" + Integer.toUnsignedString(slot.ssrc())));
        assertThat(table("jvb-b").slots()).as("of a bridge").isEmpty();
    }

    @Test
    void aRemoteSpeakerIsTheDominantOneAndComesFirst() {
        withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B);
        int key = table("jvb-b").participants().getFirst().key();
        int own = table("aa").endpointKey();
        FakeChannel client = client("aa");
        bridge.conferences.onSpeech(
                bridge.conferences.snapshot().getFirst().id(),
                new SpeechActivity.Snapshot(key, false, List.of(key, own), List.of(key)));
        assertThat(client.sent).last().asString().contains("DominantSpeaker", "\"bb\"");
        assertThat(bridge.conferences.snapshot().getFirst().dominantSpeaker()).isEqualTo("bb");
    }
}
