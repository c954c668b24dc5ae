package org.starbridge.control.conference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.Source;
import org.starbridge.colibri.SsrcGroup;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceLimits;
import org.starbridge.control.request.RequestProblems;
import org.starbridge.control.request.SourceDeclarations;
import org.starbridge.control.request.TakenSsrcs;
import org.starbridge.control.selection.DeclaredSource;
import org.starbridge.control.selection.DeclaredSource.DeclaredSsrc;
import org.starbridge.media.api.ForwardingTable.Arrival;
import org.starbridge.media.api.ForwardingTable.Use;

class NamedSourceDeclarationsTest {
    private static Source named(long ssrc, String rid) {
        return new Source(ssrc, null, null, rid, Map.of());
    }

    private static DeclaredSource read(Set<Integer> taken, MediaSource source) {
        return SourceDeclarations.read(
                        List.of(source),
                        new TakenSsrcs(Set.of(), taken),
                        ConferenceLimits.DEFAULT,
                        RequestProblems.refusing(new ConferenceCounters()))
                .getFirst();
    }

    private static MediaSource camera(Source... sources) {
        return new MediaSource(MediaKind.VIDEO, "aaaa0001-v0", false, List.of(sources), List.of());
    }

    private static MediaSource camera(String... rids) {
        return camera(Arrays.stream(rids).map(rid -> named(Source.NO_SSRC, rid)).toArray(Source[]::new));
    }

    @Test
    void eachNameStandsForAnEncodingAndItsRetransmissions() {
        DeclaredSource source = read(Set.of(), camera("l", "m", "h"));
        assertThat(source.simulcast()).isTrue();
        assertThat(source.encodings()).hasSize(3).doesNotHaveDuplicates();
        for (int i = 0; i < 3; i++) {
            int media = source.encodings().get(i);
            String rid = List.of("l", "m", "h").get(i);
            List<DeclaredSsrc> ofEncoding = source.ssrcs().stream()
                    .filter(ssrc -> ssrc.original() == media)
                    .toList();
            assertThat(ofEncoding).extracting(DeclaredSsrc::use).containsExactly(Use.MEDIA, Use.RETRANSMISSION);
            assertThat(ofEncoding)
                    .extracting(DeclaredSsrc::arrival)
                    .containsExactly(Arrival.ofEncoding(rid), Arrival.ofEncoding(rid));
        }
    }

    @Test
    void theNumbersThatStandForThemAreTheSameEachTimeAndNobodyElses() {
        DeclaredSource first = read(Set.of(), camera("l", "h"));
        assertThat(read(Set.of(), camera("l", "h"))).isEqualTo(first);
        Set<Integer> taken = new HashSet<>();
        first.ssrcs().forEach(ssrc -> taken.add(ssrc.ssrc()));
        assertThat(read(taken, camera("l", "h")).ssrcs())
                .extracting(DeclaredSsrc::ssrc)
                .doesNotContainAnyElementsOf(taken);
    }

    @Test
    void oneNameTwiceIsOneEncoding() {
        assertThat(read(Set.of(), camera("l", "l", "h")).encodings()).hasSize(2);
    }

    @Test
    void tooManyAndTooLongNamesAreRefused() {
        assertThatThrownBy(() -> read(Set.of(), camera("1", "2", "3", "4", "5", "6", "7", "8", "9")))
                .isInstanceOf(Colibri2Exception.class)
                .hasMessageContaining("encodings");
        assertThatThrownBy(() -> read(Set.of(), camera("x".repeat(17)))).isInstanceOf(Colibri2Exception.class);
    }

    @Test
    void namesBesideSsrcsSayThatTheyAreAlternatives() {
        DeclaredSource source = read(Set.of(), camera(named(5, "l"), named(6, "h")));
        assertThat(source.simulcast()).isTrue();
        assertThat(source.encodings()).containsExactly(5, 6);
        assertThat(source.ssrcs()).allSatisfy(ssrc -> assertThat(ssrc.arrival()).isNull());
    }

    private static Source inSection(long ssrc) {
        return new Source(ssrc, null, null, null, "1", Map.of());
    }

    @Test
    void aSectionWithoutSsrcHasANumberThatStandsForIt() {
        DeclaredSource source = read(Set.of(), camera(inSection(Source.NO_SSRC)));
        assertThat(source.simulcast()).isFalse();
        assertThat(source.encodings()).hasSize(1);
        assertThat(source.ssrcs()).extracting(DeclaredSsrc::use).containsExactly(Use.MEDIA, Use.RETRANSMISSION);
        assertThat(source.ssrcs()).extracting(DeclaredSsrc::arrival).containsOnly(Arrival.inSection("1", null));
        assertThat(source.ssrcs())
                .extracting(DeclaredSsrc::original)
                .containsOnly(source.encodings().getFirst());
        assertThat(read(Set.of(), camera(inSection(Source.NO_SSRC)))).isEqualTo(source);
    }

    @Test
    void anSsrcOfASectionMayBeAnothersInTheConference() {
        List<SsrcGroup> groups = List.of(new SsrcGroup("FID", List.of(5L, 6L)));
        MediaSource camera = camera(inSection(5), inSection(6));
        MediaSource repaired = new MediaSource(camera.kind(), camera.id(), false, camera.sources(), groups);
        assertThat(read(Set.of(), repaired).ssrcs())
                .containsExactly(
                        new DeclaredSsrc(5, Use.MEDIA, 5, Arrival.inSection("1", 5)),
                        new DeclaredSsrc(6, Use.RETRANSMISSION, 5, Arrival.inSection("1", 6)));
        DeclaredSource second = read(Set.of(5, 6), repaired);
        int media = second.encodings().getFirst();
        assertThat(second.ssrcs()).extracting(DeclaredSsrc::ssrc).doesNotContain(5, 6);
        assertThat(second.ssrcs()).extracting(DeclaredSsrc::original).containsExactly(media, media);
        assertThat(second.ssrcs())
                .extracting(DeclaredSsrc::arrival)
                .containsExactly(Arrival.inSection("1", 5), Arrival.inSection("1", 6));
    }

    @Test
    void oneSsrcTwiceInAnEndpointIsRefused() {
        assertThatThrownBy(() -> read(Set.of(), camera(inSection(5), inSection(5))))
                .isInstanceOf(Colibri2Exception.class)
                .hasMessageContaining("ssrc 5 belongs to another SSRC of the endpoint");
    }

    @Test
    void aGroupSaysItBetter() {
        MediaSource camera = camera(named(5, "l"), named(6, "h"));
        List<SsrcGroup> groups = new ArrayList<>(List.of(new SsrcGroup("SIM", List.of(6L, 5L))));
        DeclaredSource source = read(
                Set.of(),
                new MediaSource(camera.kind(), camera.id(), false, Objects.requireNonNull(camera.sources()), groups));
        assertThat(source.encodings()).containsExactly(6, 5);
    }
}
