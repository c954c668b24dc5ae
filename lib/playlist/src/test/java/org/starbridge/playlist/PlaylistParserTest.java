package org.starbridge.playlist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlaylistParserTest {
    @Test
    void readsRenditionsAndVariants() {
        MultivariantPlaylist playlist = (MultivariantPlaylist) PlaylistParser.parse("""
                #EXTM3U
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="a, b",URI="audio.m3u8",DEFAULT=YES
                #EXT-X-STREAM-INF:BANDWIDTH=1800000,CODECS="avc1.42e01f,opus",AUDIO="sound"
                video.m3u8
                """);
        MultivariantPlaylist.Variant variant = playlist.variants().getFirst();
        assertThat(variant)
                .isEqualTo(new MultivariantPlaylist.Variant("video.m3u8", 1_800_000, "avc1.42e01f,opus", "sound"));
        MultivariantPlaylist.Rendition audio = playlist.audioOf(variant);
        assertThat(Objects.requireNonNull(audio).uri()).isEqualTo("audio.m3u8");
    }

    @Test
    void aSegmentInProgressHasPartsAndNoUri() {
        MediaPlaylist playlist = (MediaPlaylist) PlaylistParser.parse("""
                #EXTM3U
                #EXT-X-TARGETDURATION:2
                #EXT-X-MEDIA-SEQUENCE:4
                #EXTINF:2.0,
                4.m4s
                #EXT-X-PART:DURATION=0.5,URI="5.0"
                """);
        assertThat(playlist.nextSequence()).isEqualTo(5);
        assertThat(playlist.nextPart()).isEqualTo(1);
        assertThat(playlist.segment(5)).isNotNull().returns(false, MediaSegment::isComplete);
        assertThat(playlist.segment(6)).isNull();
    }

    @Test
    void withoutPartsOnlyWholeSegmentsAreLeft() {
        MediaPlaylist playlist = (MediaPlaylist) PlaylistParser.parse("""
                #EXTM3U
                #EXT-X-TARGETDURATION:2
                #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.5,CAN-SKIP-UNTIL=12
                #EXT-X-PART-INF:PART-TARGET=0.5
                #EXT-X-MEDIA-SEQUENCE:4
                #EXT-X-MAP:URI="i"
                #EXT-X-PART:DURATION=2,URI="4.0"
                #EXTINF:2.0,
                4.m4s
                #EXT-X-PART:DURATION=0.5,URI="5.0"
                #EXT-X-PRELOAD-HINT:TYPE=PART,URI="5.1"
                """);
        MediaPlaylist whole = playlist.withoutParts();
        assertThat(whole.isLowLatency()).isFalse();
        assertThat(whole.hint()).isNull();
        assertThat(whole.nextSequence()).isEqualTo(5);
        assertThat(whole.segments()).extracting(MediaSegment::uri).containsExactly("4.m4s");
        assertThat(whole.segments().getFirst())
                .returns(List.of(), MediaSegment::parts)
                .returns("i", MediaSegment::map);
    }

    @Test
    void aDeltaUpdateIsCompletedByThePlaylistBefore() {
        String head = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:4\n";
        MediaPlaylist before = (MediaPlaylist)
                PlaylistParser.parse(head + "#EXT-X-MAP:URI=\"i\"\n#EXTINF:2,\n4\n#EXTINF:2,\n5\n#EXTINF:2,\n6\n");
        MediaPlaylist delta = (MediaPlaylist)
                PlaylistParser.parse(head + "#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n#EXTINF:2,\n6\n#EXTINF:2,\n7\n");
        assertThat(delta.nextSequence()).isEqualTo(8);
        MediaPlaylist whole = Objects.requireNonNull(delta.completedBy(before));
        assertThat(whole.segments()).extracting(MediaSegment::uri).containsExactly("4", "5", "6", "7");
        assertThat(whole.segments()).extracting(MediaSegment::map).containsOnly("i");
        MediaPlaylist tooFar = (MediaPlaylist)
                PlaylistParser.parse(head.replace(":4", ":40") + "#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n#EXTINF:2,\n42\n");
        assertThat(tooFar.completedBy(before)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<html>",
                "#EXTM3U\n",
                "#EXTM3U\n#EXT-X-TARGETDURATION:x\n",
                "#EXTM3U\n#EXT-X-TARGETDURATION:-1\n",
                "#EXTM3U\n#EXT-X-TARGETDURATION:2\nno-duration.m4s\n",
                "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:nan,\na\n",
                "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-PART:URI=\"a\"\n",
                "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-PART:DURATION=1,URI=\"a\n",
                "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-SKIP:A=1\n",
                "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-PROGRAM-DATE-TIME:yesterday\n",
            })
    void whatIsNoPlaylistIsRefused(String text) {
        assertThatThrownBy(() -> PlaylistParser.parse(text)).isInstanceOf(PlaylistException.class);
    }
}
