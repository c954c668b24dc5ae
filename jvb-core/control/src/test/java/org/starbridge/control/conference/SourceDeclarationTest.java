package org.starbridge.control.conference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.control.conference.TestBridge.creating;
import static org.starbridge.control.conference.TestBridge.grouped;
import static org.starbridge.control.conference.TestBridge.source;
import static org.starbridge.control.conference.TestBridge.updating;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.ForceMute;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.SsrcGroup;
import org.starbridge.colibri.Transport;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.transport.ice.IceRole;

/** What endpoints declare to send and to understand, and who receives it for that. */
class SourceDeclarationTest {
    private final TestBridge bridge = TestBridge.embedded();

    @Test
    void forwardsEverySourceToEveryoneElseThatAcceptsItsKind() {
        bridge.with("aaaa0001", "bbbb0002");
        bridge.update(creating("cccc0003").build());
        bridge.update(EndpointModify.builder("dddd0004")
                .create(true)
                .capability(Capabilities.SOURCE_NAMES)
                .media(TestBridge.audio())
                .transport(new Transport(false, false, false, null, null))
                .build());
        bridge.declare(
                "aaaa0001", source(MediaKind.AUDIO, "aaaa0001-a0", 10), source(MediaKind.VIDEO, "aaaa0001-v0", 11));
        bridge.declare("bbbb0002", source(MediaKind.AUDIO, "bbbb0002-a0", 20));

        assertThat(bridge.received("aaaa0001")).containsExactlyInAnyOrder(20);
        assertThat(bridge.received("bbbb0002")).containsExactlyInAnyOrder(10, 11);
        assertThat(bridge.received("cccc0003")).containsExactlyInAnyOrder(10, 11, 20);
        assertThat(bridge.received("dddd0004")).as("negotiated no video").containsExactlyInAnyOrder(10, 20);
        assertThat(bridge.media.endpoint("dddd0004").spec.iceRole()).isEqualTo(IceRole.CONTROLLED);
        assertThat(bridge.media.published)
                .extracting(ForwardingTable::version)
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void readsWhatSsrcsCarryFromTheirGroups() {
        bridge.with("aaaa0001", "bbbb0002");
        bridge.declare(
                "aaaa0001",
                grouped(
                        source(MediaKind.VIDEO, "aaaa0001-v0", 1, 2, 3, 11, 12, 0xFFFF_FFFFL),
                        new SsrcGroup(SsrcGroup.SIM, List.of(1L, 2L, 3L)),
                        new SsrcGroup(SsrcGroup.FID, List.of(1L, 11L)),
                        new SsrcGroup(SsrcGroup.FID, List.of(2L, 12L)),
                        new SsrcGroup(SsrcGroup.FEC_FR, List.of(1L, 0xFFFF_FFFFL))),
                grouped(source(MediaKind.VIDEO, "aaaa0001-v1", 4, 14), new SsrcGroup(SsrcGroup.FID, List.of(4L, 14L))));

        assertThat(bridge.media.transport("aaaa0001").streams())
                .extracting(stream -> stream.ssrc() + " " + stream.use())
                .containsExactly(
                        "1 MEDIA",
                        "2 MEDIA",
                        "3 MEDIA",
                        "11 RETRANSMISSION",
                        "12 RETRANSMISSION",
                        "-1 CORRECTION",
                        "4 MEDIA",
                        "14 RETRANSMISSION");
        assertThat(bridge.received("bbbb0002")).containsExactlyInAnyOrder(1, 4);
    }

    @Test
    void replacesTheFullSetOfSources() {
        bridge.with("aaaa0001", "bbbb0002");
        bridge.declare(
                "aaaa0001", source(MediaKind.AUDIO, "aaaa0001-a0", 10), source(MediaKind.VIDEO, "aaaa0001-v0", 11));
        bridge.declare("aaaa0001", source(MediaKind.AUDIO, "aaaa0001-a0", 10));
        assertThat(bridge.received("bbbb0002")).containsExactly(10);

        bridge.update(updating("aaaa0001").media(TestBridge.video()).build());
        assertThat(bridge.received("bbbb0002")).as("absent is no change").containsExactly(10);
        bridge.declare("aaaa0001");
        assertThat(bridge.received("bbbb0002")).isEmpty();
    }

    @Test
    void skipsSsrcsThatSomeoneElseHas() {
        bridge.with("aaaa0001", "bbbb0002");
        int feedback = bridge.media.endpoint("aaaa0001").spec.audioFeedbackSsrc();
        bridge.declare("aaaa0001", source(MediaKind.AUDIO, "aaaa0001-a0", 10));
        bridge.declare(
                "bbbb0002",
                source(MediaKind.AUDIO, "bbbb0002-a0", 10, 20),
                source(MediaKind.VIDEO, "bbbb0002-v0", 20, Integer.toUnsignedLong(feedback), 21),
                source(MediaKind.DATA, "bbbb0002-d0", 22));

        assertThat(bridge.received("aaaa0001")).containsExactlyInAnyOrder(20, 21);
        assertThat(bridge.received("bbbb0002")).containsExactly(10);
        assertThat(bridge.count(RequestWarning.DUPLICATE_SSRC)).isEqualTo(3);
        assertThat(bridge.count(RequestWarning.UNKNOWN_MEDIA_KIND)).isEqualTo(1);
    }

    @Test
    void mutesAndUnmutesBothKindsAtOnce() {
        bridge.with("aaaa0001", "bbbb0002");
        bridge.declare(
                "aaaa0001", source(MediaKind.AUDIO, "aaaa0001-a0", 10), source(MediaKind.VIDEO, "aaaa0001-v0", 11));

        bridge.update(updating("aaaa0001").forceMute(new ForceMute(true, false)).build());
        assertThat(muted("aaaa0001")).containsExactly(10);
        bridge.update(updating("aaaa0001").forceMute(new ForceMute(false, true)).build());
        assertThat(muted("aaaa0001")).containsExactly(11);
    }

    @Test
    void addsPayloadTypesAndExtensionsAndNeverRemovesThem() {
        bridge.with("aaaa0001");
        bridge.update(updating("aaaa0001").media(TestBridge.audio()).build());

        ForwardingTable.Transport transport = bridge.media.transport("aaaa0001");
        assertThat(transport.payloadTypes()).containsOnlyKeys(96, 100, 111);
        ForwardingTable.PayloadType vp8 =
                Objects.requireNonNull(transport.payloadTypes().get(100));
        assertThat(vp8.encoding()).isEqualTo("vp8");
        assertThat(vp8.supportsPli()).isTrue();
        assertThat(vp8.supportsFir()).isTrue();
        assertThat(transport.extensionIds()).containsEntry("urn:ietf:params:rtp-hdrext:ssrc-audio-level", 1);
        assertThat(transport.acceptsTwoByteExtensions()).isTrue();
    }

    private List<Integer> muted(String endpointId) {
        return bridge.media.transport(endpointId).streams().stream()
                .filter(ForwardingTable.Stream::muted)
                .map(ForwardingTable.Stream::ssrc)
                .toList();
    }
}
