package org.starbridge.control.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.starbridge.control.conference.TestBridge.grouped;
import static org.starbridge.control.conference.TestBridge.source;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.SsrcGroup;
import org.starbridge.control.conference.TestBridge;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.media.api.ForwardingTable;

/**
 * Several participants declare one SSRC, as one that joins again before its old endpoint expired does: it is that of
 * the first, and passes on to the next when that one has left. The viewer is "aa".
 */
class SharedSsrcTest extends RelayFixture {
    private static final int SHARED = 1000;
    private static final int SHARED_RTX = 2000;

    @BeforeEach
    void joinOthers() {
        bridge.declare("aa");
        List.of("b1", "b2", "b3").forEach(this::join);
    }

    /** Video under an SSRC with retransmissions. */
    private static MediaSource camera(String id, long ssrc, long repair) {
        return grouped(
                source(MediaKind.VIDEO, id + "-v0", ssrc, repair), new SsrcGroup(SsrcGroup.FID, List.of(ssrc, repair)));
    }

    private static MediaSource camera(String id) {
        return camera(id, SHARED, SHARED_RTX);
    }

    /** Whose stream comes under the SSRC: the names of its sources. */
    private List<String> owners(int ssrc) {
        List<String> owners = new ArrayList<>();
        for (ForwardingTable.Transport transport :
                bridge.media.published.getLast().transports()) {
            for (ForwardingTable.Stream stream : transport.streams()) {
                if (stream.ssrc() == ssrc) {
                    owners.add(stream.sourceName());
                }
            }
        }
        return owners;
    }

    private void join(String id) {
        bridge.update(TestBridge.creating(id).build());
    }

    private void leave(String id) {
        bridge.update(EndpointModify.builder(id).expire(true).build());
    }

    @Test
    void theSecondOwnerIsHeardWhenTheFirstHasLeft() {
        bridge.declare("b1", camera("b1"));
        bridge.declare("b2", camera("b2"));
        assertThat(owners(SHARED)).containsExactly("b1-v0");
        assertThat(bridge.count(RequestWarning.DUPLICATE_SSRC)).isEqualTo(2);
        leave("b1");
        assertThat(owners(SHARED)).containsExactly("b2-v0");
        assertThat(owners(SHARED_RTX)).containsExactly("b2-v0");
        assertThat(bridge.received("aa")).containsExactly(SHARED);
        assertThat(bridge.media.transport("b2").streams())
                .filteredOn(stream -> stream.use() == ForwardingTable.Use.RETRANSMISSION)
                .singleElement()
                .satisfies(stream -> assertThat(stream.original()).isEqualTo(SHARED));
        assertThat(bridge.count(RequestWarning.DUPLICATE_SSRC))
                .as("counted once")
                .isEqualTo(2);
    }

    /** As with an update: a refused creation makes the focus give up the session. */
    @Test
    void theSecondOwnerIsHeardThoughItsCreationDeclaredTheSsrc() {
        bridge.declare("b1", camera("b1"));
        bridge.update(TestBridge.creating("b4").sources(List.of(camera("b4"))).build());
        assertThat(owners(SHARED)).containsExactly("b1-v0");
        assertThat(bridge.count(RequestWarning.DUPLICATE_SSRC)).isEqualTo(2);
        assertThat(bridge.count(RequestWarning.UNUSABLE_GROUP))
                .as("the group is read again")
                .isZero();
        leave("b1");
        assertThat(owners(SHARED)).containsExactly("b4-v0");
        assertThat(owners(SHARED_RTX)).containsExactly("b4-v0");
        assertThat(bridge.media.transport("b4").streams())
                .filteredOn(stream -> stream.use() == ForwardingTable.Use.RETRANSMISSION)
                .singleElement()
                .satisfies(stream -> assertThat(stream.original()).isEqualTo(SHARED));
        assertThat(bridge.received("aa")).containsExactly(SHARED);
    }

    /** A creation with three encodings, of which another endpoint has one; then of the bridge's own SSRCs. */
    @Test
    void aCreationIsRefusedForSsrcsThatNeverBecomeFree() {
        bridge.declare("b1", source(MediaKind.VIDEO, "b1-v0", 11));
        bridge.update(TestBridge.creating("b4")
                .sources(List.of(grouped(
                        source(MediaKind.VIDEO, "b4-v0", 10, 11, 12),
                        new SsrcGroup(SsrcGroup.SIM, List.of(10L, 11L, 12L)))))
                .build());
        assertThat(owners(10)).containsExactly("b4-v0");
        assertThat(owners(11)).containsExactly("b1-v0");
        assertThat(owners(12)).containsExactly("b4-v0");
        leave("b1");
        assertThat(owners(11)).containsExactly("b4-v0");
        int feedback = bridge.media.endpoint("aa").spec.videoFeedbackSsrc();
        assertThatThrownBy(() -> bridge.update(TestBridge.creating("b5")
                        .sources(List.of(source(MediaKind.VIDEO, "b5-v0", Integer.toUnsignedLong(feedback))))
                        .build()))
                .hasMessageContaining("belongs to another source of the endpoint or the bridge");
        assertThatThrownBy(() -> bridge.update(TestBridge.creating("b5")
                        .sources(List.of(source(MediaKind.VIDEO, "b5-v0", 13, 13)))
                        .build()))
                .hasMessageContaining("ssrc 13 belongs to");
    }

    @Test
    void theSecondOwnerIsHeardWhenTheFirstDeclaresOthers() {
        bridge.declare("b1", camera("b1"));
        bridge.declare("b2", camera("b2"));
        bridge.declare("b1", camera("b1", 3000, 4000));
        assertThat(owners(SHARED)).containsExactly("b2-v0");
        assertThat(owners(3000)).containsExactly("b1-v0");
        bridge.declare("b1", camera("b1"));
        assertThat(owners(SHARED)).as("now it is the other one's").containsExactly("b2-v0");
    }

    @Test
    void onlyWhatIsSharedIsMissing() {
        bridge.declare("b1", camera("b1"));
        bridge.declare("b2", source(MediaKind.AUDIO, "b2-a0", 5), camera("b2", 7, SHARED_RTX));
        assertThat(bridge.received("aa")).containsExactlyInAnyOrder(SHARED, 5, 7);
        leave("b1");
        assertThat(owners(SHARED_RTX)).containsExactly("b2-v0");
        assertThat(bridge.received("aa")).containsExactlyInAnyOrder(5, 7);
    }

    @Test
    void oneThatNoLongerWantsItDoesNotGetIt() {
        bridge.declare("b1", camera("b1"));
        bridge.declare("b2", camera("b2"));
        bridge.declare("b2", camera("b2", 7, 8));
        leave("b1");
        assertThat(owners(SHARED)).isEmpty();
        assertThat(owners(7)).containsExactly("b2-v0");
    }

    @Test
    void ownersOnOtherBridgesWaitAsThoseOnThisOneDo() {
        modify(creating("jvb-b", "0", announcing("rr", camera("rr"))));
        bridge.declare("b1", camera("b1"));
        modify(creating("jvb-c", "0", announcing("ss", camera("ss"))));
        assertThat(owners(SHARED)).containsExactly("rr-v0");
        modify(expiring("jvb-b"));
        assertThat(owners(SHARED)).containsExactly("b1-v0");
        leave("b1");
        assertThat(owners(SHARED)).containsExactly("ss-v0");
    }

    @Test
    void theBridgesOwnSsrcsNeverPassOn() {
        int feedback = bridge.media.endpoint("b1").spec.videoFeedbackSsrc();
        bridge.declare("b1", camera("b1", Integer.toUnsignedLong(feedback), 8));
        bridge.declare("b2", camera("b2"));
        leave("b2");
        assertThat(owners(feedback)).isEmpty();
    }

    /** Owners come, change what they declare and leave in any order, some of them on other bridges. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void anSsrcThatIsDeclaredAlwaysHasOneOwner(long seed) {
        Random random = new Random(seed);
        modify(creating("jvb-b", "0"));
        modify(creating("jvb-c", "1"));
        Map<String, Integer> declared = new TreeMap<>();
        List<String> names = List.of("b1", "b2", "b3", "r1", "r2", "s1");
        for (int step = 0; step < 120; step++) {
            String name = names.get(random.nextInt(names.size()));
            int ssrc = SHARED + random.nextInt(3);
            boolean leaves = random.nextInt(3) == 0;
            if (name.startsWith("b")) {
                if (leaves) {
                    leave(name);
                    join(name);
                } else {
                    bridge.declare(name, camera(name, ssrc, ssrc + 1000L));
                }
            } else {
                String relay = name.startsWith("r") ? "jvb-b" : "jvb-c";
                modify(updating(
                        relay,
                        null,
                        leaves
                                ? EndpointModify.builder(name).expire(true).build()
                                : announcing(name, camera(name, ssrc, ssrc + 1000L))));
            }
            if (leaves) {
                declared.remove(name);
            } else {
                declared.put(name, ssrc);
            }
            settle();
            for (int each = SHARED; each < SHARED + 3; each++) {
                Set<String> wanting = new TreeSet<>();
                int wanted = each;
                declared.forEach((owner, its) -> {
                    if (its == wanted) {
                        wanting.add(owner + "-v0");
                    }
                });
                String context = "seed " + seed + " step " + step + " ssrc " + each + ": " + declared;
                assertThat(owners(each)).as(context).hasSize(wanting.isEmpty() ? 0 : 1);
                assertThat(wanting).as(context).containsAll(owners(each));
                assertThat(owners(each + 1000)).as(context).isEqualTo(owners(each));
                assertThat(Collections.frequency(List.copyOf(bridge.received("aa")), each))
                        .as(context)
                        .isEqualTo(wanting.isEmpty() ? 0 : 1);
            }
        }
    }
}
