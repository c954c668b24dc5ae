package org.starbridge.playlist;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlaylistRulesTest {
    private static final String GOOD = """
            #EXTM3U
            #EXT-X-VERSION:9
            #EXT-X-TARGETDURATION:2
            #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.5,CAN-SKIP-UNTIL=12
            #EXT-X-PART-INF:PART-TARGET=0.5
            #EXT-X-MEDIA-SEQUENCE:7
            #EXT-X-MAP:URI="init.mp4"
            #EXT-X-PROGRAM-DATE-TIME:2026-11-25T08:00:00.000Z
            #EXT-X-PART:DURATION=0.5,URI="7.0",INDEPENDENT=YES
            #EXT-X-PART:DURATION=0.45,URI="7.1"
            #EXT-X-PART:DURATION=0.3,URI="7.2"
            #EXTINF:1.25,
            7.m4s
            #EXT-X-PROGRAM-DATE-TIME:2026-11-25T08:00:01.250Z
            #EXT-X-PART:DURATION=0.5,URI="8.0",INDEPENDENT=YES
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="8.1"
            """;

    private static MediaPlaylist parse(String text) {
        return (MediaPlaylist) PlaylistParser.parse(text);
    }

    @Test
    void aGoodPlaylistBreaksNone() {
        assertThat(PlaylistRules.of(parse(GOOD))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PART-HOLD-BACK=1.5 | PART-HOLD-BACK=0.9 | PART-HOLD-BACK of 0.900 s
            CAN-SKIP-UNTIL=12 | CAN-SKIP-UNTIL=6 | CAN-SKIP-UNTIL of 6.000 s
            CAN-BLOCK-RELOAD=YES, | '' | without CAN-BLOCK-RELOAD
            PART-TARGET=0.5 | PART-TARGET=0.4 | more than PART-TARGET
            DURATION=0.45,URI="7.1" | DURATION=0.2,URI="7.1" | less than 85 %
            #EXTINF:1.25, | #EXTINF:1.75, | the parts of segment 7 last 1.250 s
            #EXTINF:1.25, | #EXTINF:2.6, | more than EXT-X-TARGETDURATION
            08:00:01.250 | 08:00:02.250 | EXT-X-PROGRAM-DATE-TIME of segment 8 is 1000 ms off
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="8.1" | '' | no EXT-X-PRELOAD-HINT
            08:00:01.250 | 08:00:00.000 | is not later than that of segment 7
            URI="7.1" | URI="7.0" | two parts have the URI 7.0
            PART,URI="8.1" | PART,URI="8.0" | names 8.0, which is already in the playlist
            #EXT-X-VERSION:9 | #EXT-X-VERSION:3 | EXT-X-MAP with EXT-X-VERSION 3
            """)
    void eachBreachIsFound(String before, String after, String finding) {
        assertThat(GOOD).contains(before);
        assertThat(PlaylistRules.of(parse(GOOD.replace(before, after)))).anyMatch(found -> found.contains(finding));
    }

    @Test
    void mediaThatComesAnyhowHasPartsOfAnyLength() {
        String uneven = GOOD.replace("08:00:01.250", "08:00:02.250").replace("PART-TARGET=0.5", "PART-TARGET=0.4");
        assertThat(PlaylistRules.of(parse(uneven))).hasSizeGreaterThan(1);
        assertThat(PlaylistRules.of(parse(uneven), PlaylistRules.Pace.ANY)).isEmpty();
    }

    @Test
    void aDateThatChangesIsFound() {
        assertThat(PlaylistRules.between(parse(GOOD), parse(GOOD.replace("08:00:01.250", "08:00:01.260"))))
                .containsExactly("the date of segment 8 has changed");
    }

    @Test
    void aDiscontinuityThatLeavesIsCounted() {
        String before = GOOD.replace("7.m4s\n", "7.m4s\n#EXT-X-DISCONTINUITY\n");
        String head =
                GOOD.substring(0, GOOD.indexOf("#EXT-X-PROGRAM-DATE-TIME")).replace("SEQUENCE:7", "SEQUENCE:8");
        String rest = GOOD.substring(GOOD.indexOf("#EXT-X-PROGRAM-DATE-TIME:2026-11-25T08:00:01"));
        String counted = head + "#EXT-X-DISCONTINUITY-SEQUENCE:1\n" + rest;
        String tagged = head + "#EXT-X-DISCONTINUITY\n" + rest;
        assertThat(PlaylistRules.between(parse(before), parse(counted))).isEmpty();
        assertThat(PlaylistRules.between(parse(before), parse(tagged))).isEmpty();
        assertThat(PlaylistRules.between(parse(before), parse(head + rest)))
                .containsExactly("the discontinuity sequence number of segment 8 has changed");
    }

    @Test
    void aDeltaUpdateMayHaveCountedTheFirstDiscontinuity() {
        String before = GOOD.replace("#EXT-X-MAP", "#EXT-X-DISCONTINUITY\n#EXT-X-MAP");
        String delta = GOOD.substring(0, GOOD.indexOf("#EXT-X-MAP"))
                + "#EXT-X-DISCONTINUITY-SEQUENCE:1\n#EXT-X-SKIP:SKIPPED-SEGMENTS=1\n"
                + GOOD.substring(GOOD.indexOf("#EXT-X-PROGRAM-DATE-TIME:2026-11-25T08:00:01"));
        MediaPlaylist whole = Objects.requireNonNull(parse(delta).completedBy(parse(before)));
        assertThat(PlaylistRules.between(parse(before), whole)).isEmpty();
    }

    @Test
    void theNextPlaylistContinuesTheOneBefore() {
        String next = GOOD.replace(
                "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"8.1\"",
                "#EXT-X-PART:DURATION=0.5,URI=\"8.1\"\n#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"8.2\"");
        assertThat(PlaylistRules.between(parse(GOOD), parse(next))).isEmpty();
        assertThat(PlaylistRules.answer(parse(next), 8, 1)).isEmpty();
        assertThat(PlaylistRules.answer(parse(next), 8, 2)).hasSize(1);
    }

    @Test
    void aHintThatDoesNotComeTrueIsFound() {
        String next = GOOD.replace(
                "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"8.1\"",
                "#EXT-X-PART:DURATION=0.5,URI=\"other\"\n#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"8.2\"");
        assertThat(PlaylistRules.between(parse(GOOD), parse(next)))
                .containsExactly("EXT-X-PRELOAD-HINT announced 8.1, but other followed");
    }

    @Test
    void aSegmentThatChangesIsFound() {
        assertThat(PlaylistRules.between(parse(GOOD), parse(GOOD.replace("7.m4s", "x.m4s"))))
                .containsExactly("segment 7 has changed");
        assertThat(PlaylistRules.between(parse(GOOD), parse(GOOD.replace("URI=\"8.0\"", "URI=\"8.9\""))))
                .contains("the parts of segment 8 have changed");
    }

    @Test
    void aSequenceThatGoesBackIsFound() {
        assertThat(PlaylistRules.between(parse(GOOD), parse(GOOD.replace("SEQUENCE:7", "SEQUENCE:5"))))
                .anyMatch(found -> found.contains("went back from 7 to 5"));
    }

    @Test
    void multivariantPlaylistsNeedCodecsAndTheirGroups() {
        MultivariantPlaylist playlist = (MultivariantPlaylist)
                PlaylistParser.parse("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000,AUDIO=\"a\"\nv.m3u8\n");
        assertThat(PlaylistRules.of(playlist)).hasSize(2);
    }
}
