package org.starbridge.bridge.hls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.bridge.hls.ShownSource.Sound;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.Participant;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaKind;

/** Which source of a table is shown, and which sound is mixed. */
class ShownSourceTest {
    private static Stream audio(int ssrc, String name) {
        return new Stream(ssrc, name, MediaKind.AUDIO, Use.MEDIA, false);
    }

    private static Stream video(int ssrc, String name, int encoding) {
        return new Stream(ssrc, name, MediaKind.VIDEO, Use.MEDIA, false, ssrc, ssrc, encoding, null);
    }

    private static Transport transport(int key, Stream... streams) {
        return new Transport(key, Map.of(), Map.of(), false, List.of(streams), Set.of());
    }

    /** "aa" has sound, a camera whose encodings are not in order and a screen; "bb" has sound; "cc" has a camera. */
    private static final ForwardingTable TABLE = new ForwardingTable(
            "c",
            1,
            List.of(
                    transport(
                            1,
                            video(13, "aa-v0", 2),
                            video(11, "aa-v0", 0),
                            video(12, "aa-v0", 1),
                            new Stream(19, "aa-v0", MediaKind.VIDEO, Use.RETRANSMISSION, false),
                            audio(10, "aa-a0"),
                            audio(15, "aa-a1"),
                            video(14, "aa-v1", 0)),
                    transport(2, audio(20, "bb-a0")),
                    transport(
                            3,
                            new Stream(30, "cc-a0", MediaKind.AUDIO, Use.MEDIA, true), // muted by force
                            video(31, "cc-v0", 0))));

    private static String text(@Nullable ShownSource source) {
        return source == null ? "none" : source.videos() + " " + source.audio();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "aa | [11, 12, 13] 10",
                "aa-v0 | [11, 12, 13] 10",
                "aa-v1 | [14] 10",
                "bb | [] 20",
                "bb-a0 | [] 20",
                "cc | [31] null",
                "a | none",
                "cc-a0 | none"
            })
    void namesAreThoseOfSourcesAndEndpoints(String name, String shown) {
        assertThat(text(ShownSource.named(TABLE, name))).isEqualTo(shown);
    }

    @Test
    void theSpeakerIsShownIfItHasVideoElseWhatWasShown() {
        assertThat(text(ShownSource.ofSpeaker(TABLE, "cc", null))).isEqualTo("[31] null");
        assertThat(text(ShownSource.ofSpeaker(TABLE, "bb", null)))
                .as("without video")
                .isEqualTo("[11, 12, 13] 10");
        assertThat(text(ShownSource.ofSpeaker(TABLE, null, null))).isEqualTo("[11, 12, 13] 10");
        ShownSource screen = Objects.requireNonNull(ShownSource.named(TABLE, "aa-v1"));
        assertThat(ShownSource.ofSpeaker(TABLE, "bb", screen)).isEqualTo(screen);
        assertThat(text(ShownSource.ofSpeaker(TABLE, "cc", screen))).isEqualTo("[31] null");
        ForwardingTable others = new ForwardingTable("c", 2, List.of(transport(2, audio(20, "bb-a0"))));
        assertThat(text(ShownSource.ofSpeaker(others, "aa", screen)))
                .as("it left")
                .isEqualTo("[] 20");
        assertThat(ShownSource.ofSpeaker(new ForwardingTable("c", 3, List.of()), "aa", screen))
                .isNull();
    }

    @Test
    void aSourceIsTheSameWhateverElseItsTransportHas() {
        ShownSource one = new ShownSource(transport(1), List.of(11), 10);
        assertThat(one.isSameAs(new ShownSource(transport(1, audio(5, "x")), List.of(11), 10)))
                .isTrue();
        assertThat(one.isSameAs(new ShownSource(transport(2), List.of(11), 10))).isFalse();
        assertThat(one.isSameAs(new ShownSource(transport(1), List.of(12), 10))).isFalse();
        assertThat(one.isSameAs(new ShownSource(transport(1), List.of(11), 9))).isFalse();
        assertThat(one.isSameAs(new ShownSource(transport(1), List.of(11), null)))
                .isFalse();
    }

    @Test
    void eachParticipantHasOneSound() {
        assertThat(ShownSource.sounds(TABLE)).extracting(Sound::ssrc).containsExactly(10, 20);
        Transport bridge = new Transport(
                4,
                Map.of(),
                Map.of(),
                false,
                List.of(
                        new Participant(5, List.of(audio(50, "dd-a0"))),
                        new Participant(6, List.of(audio(60, "ee-a0")))),
                Set.of(),
                Map.of(),
                Map.of());
        assertThat(ShownSource.sounds(new ForwardingTable("c", 1, List.of(bridge))))
                .extracting(Sound::name)
                .containsExactly("dd-a0", "ee-a0");
    }

    @Test
    void thoseWhoSpokeLastAreMixed() {
        List<Sound> sounds = List.of(
                new Sound(transport(1), 1, "aa-a0"),
                new Sound(transport(2), 2, "bb"),
                new Sound(transport(3), 3, "bbb-a0"),
                new Sound(transport(4), 4, "dd-a0"));
        assertThat(MixedAudio.loudest(sounds, List.of("dd", "bb", "aa"), 4))
                .extracting(Sound::ssrc)
                .containsExactly(4, 2, 1, 3);
        assertThat(MixedAudio.loudest(sounds, List.of("dd", "bb", "aa"), 2))
                .extracting(Sound::ssrc)
                .containsExactly(4, 2);
        assertThat(MixedAudio.loudest(sounds, List.of(), 3))
                .as("as the table has them")
                .extracting(Sound::ssrc)
                .containsExactly(1, 2, 3);
    }
}
