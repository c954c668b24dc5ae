package org.starbridge.media.projection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.lastn.LayerId;
import org.starbridge.rtp.codec.VideoCodec;

class LayerProjectionTest {
    private static final byte H264_IDR = 0x65;
    private static final byte H264_SLICE = 0x41;

    private final Stream stream = new Stream();
    private final LayerProjection projection = stream.projection;

    @Test
    void beginsWithAKeyFrameUnderTheNumbersOfTheSource() {
        projection.target(2);
        assertThat(projection.takeKeyFrameRequest(stream.nowMs * Stream.MS)).isTrue();
        assertThat(projection.takeKeyFrameRequest(stream.nowMs * Stream.MS)).isFalse();
        assertThat(projection.needsKeyFrame()).isTrue();
        assertThat(stream.frame(0, 0x1_8000, 6, 8, 0)).isEqualTo(-1);
        assertThat(projection.currentEncoding()).isEqualTo(LayerId.NONE);
        assertThat(stream.key(0, 0x1_8001, 7, 9)).isEqualTo(1);
        assertThat(stream.numbers()).isEqualTo("1 7 9 9");
        assertThat(stream.numbers.timestamp()).isEqualTo(21_000);
        assertThat(projection.needsKeyFrame()).isFalse();
        assertThat(projection.currentEncoding()).isZero();
        assertThat(projection.mapsReportsOf(0)).isTrue();
        assertThat(projection.mapsReportsOf(1)).isFalse();
        assertThat(projection.timestampDelta()).isZero();
    }

    @Test
    void goesOnWithoutKeyFrameWhereEverythingWentBefore() {
        stream.highestSent = 0x1_0041; // what went up to 0x1_0050 of the source was shifted by 15
        projection.target(0);
        assertThat(projection.takeKeyFrameRequest(stream.nowMs * Stream.MS)).isTrue();
        stream.takeOver(0, 0x1_0053, 0x1_0044, 21);
        assertThat(projection.takeKeyFrameRequest(stream.nowMs * Stream.MS)).isFalse();
        assertThat(stream.frame(0, 0x1_0053, 21, 8, 2)).as("of layer 2").isEqualTo(-1);
        assertThat(stream.frame(0, 0x1_0052, 20, 8, 2)).as("from before").isEqualTo(-1);
        assertThat(stream.frame(0, 0x1_0054, 22, 9, 0)).isEqualTo(0x1_0044);
        assertThat(stream.numbers()).isEqualTo(0x1_0044 + " 21 9 9");
        assertThat(stream.numbers.timestamp()).isEqualTo(66_000);
    }

    @Test
    void takesWhatIsNotAboveTheTargetAndForAWhileWhatWentBefore() {
        projection.target(LayerId.of(2, 0, 2));
        stream.key(2, 100, 7, 9);
        assertThat(projection.mayTake(2, stream.nowMs * Stream.MS)).isTrue();
        projection.target(2);
        assertThat(projection.mayTake(2, stream.nowMs * Stream.MS))
                .as("it goes still")
                .isTrue();
        assertThat(projection.mayTake(1, stream.nowMs * Stream.MS)).isFalse();
        stream.nowMs += 50;
        stream.key(0, 500, 70, 90);
        assertThat(projection.currentEncoding()).isZero();
        assertThat(projection.mayTake(0, stream.nowMs * Stream.MS)).isTrue();
        assertThat(projection.mayTake(2, (stream.nowMs + 1000) * Stream.MS))
                .as("late")
                .isTrue();
        assertThat(projection.mayTake(2, (stream.nowMs + 1001) * Stream.MS)).isFalse();
    }

    /** Packets in the order of their arrival, as sequence number : picture : layer : flags, and where they go. */
    @ParameterizedTest
    @CsvSource({
        "what goes goes as it comes,                        2, 1:1:2:SE 2:2:1:SE 3:3:2:SE 4:4:0:SE, 1 2 3 4",
        "what is left out leaves no gap,                    0, 1:1:2:SE 2:2:1:S 3:2:1:E 4:3:2:SE 5:4:0:SE, - - - - 1",
        "a loss inside of what is left out leaves no gap,   0, 1:1:2:S 3:1:2:E 4:2:0:SE, - - 1",
        "a lost beginning of what is left out,              0, 2:1:2:E 3:2:0:SE, - 1",
        "a lost end of what is left out,                    0, 1:1:2:S 3:2:0:SE, - 1",
        "a lost end or a lost beginning: nobody knows,      0, 1:1:2:S 4:2:0:E, - 3",
        "a lost frame: nobody knows of which layer,         0, 2:2:0:SE, 2",
        "a lost end of what goes,                           0, 1:1:0:S 3:2:0:SE, 1 3",
        "a lost beginning of what goes,                     0, 1:1:0:SE 3:2:0:E, 1 3",
        "a loss inside of what goes,                        0, 1:1:0:S 3:1:0:E, 1 3",
        "padding lost between whole frames,                 0, 1:1:0:SE 4:2:0:SE, 1 2",
        "what comes late has its place,                     0, 1:1:0:S 3:1:0:E 4:2:2:SE 5:3:0:SE 2:1:0:-, 1 3 - 4 2",
        "what is left out stays so when it comes late,      0, 1:1:2:S 3:1:2:E 2:1:2:- 4:2:0:SE, - - - 1",
        "a whole frame fills the gap that it left,          0, 3:3:0:SE 1:1:2:SEY 2:2:0:SE, 3 1 2",
        "a late frame whose layer was closed can not,       0, 1:1:1:SE 4:4:0:SE 3:3:2:SE 2:2:0:SE, - 3 - 1",
        "a layer comes back where it says it may,           1, 1:1:1:SE 2:2:2:SE 3:3:1:SE 4:4:2:SEY, 1 - 2 -",
        "older than the key frame,                          2, -1:-1:0:SE 1:1:0:SE, - 1",
    })
    void leavesAGapForWhatIsLostAndNoneForWhatIsLeftOut(String what, int target, String in, String out) {
        projection.target(target);
        long base = stream.key(0, 0x1_FFFE, 0x100, 0);
        List<String> went = new ArrayList<>();
        for (String packet : in.split(" ", -1)) {
            String[] parts = packet.split(":", -1);
            int picture = Integer.parseInt(parts[1]);
            long index = stream.vp8(
                    0, 0x1_FFFE + Integer.parseInt(parts[0]), 0x100 + picture, 1, Integer.parseInt(parts[2]), parts[3]);
            went.add(index < 0 ? "-" : Long.toString(index - base));
        }
        assertThat(String.join(" ", went)).as(what).isEqualTo(out);
    }

    @Test
    void aClosedLayerOpensOnlyWhereAFrameDependsOnLayerZeroAlone() {
        projection.target(0);
        stream.key(0, 100, 0, 0);
        assertThat(stream.frame(0, 101, 1, 0, 1)).isEqualTo(-1);
        projection.target(2);
        assertThat(stream.vp8(0, 102, 2, 0, 2, "SE"))
                .as("may refer to the frame left out")
                .isEqualTo(-1);
        assertThat(stream.frame(0, 103, 3, 1, 0)).isEqualTo(101);
        assertThat(stream.vp8(0, 104, 4, 1, 2, "SE")).isEqualTo(-1);
        assertThat(stream.vp8(0, 105, 5, 1, 1, "SEY")).isEqualTo(102);
        assertThat(stream.vp8(0, 106, 6, 1, 2, "SEY")).isEqualTo(103);
        assertThat(stream.vp8(0, 107, 7, 1, 2, "SE")).isEqualTo(104);
        assertThat(stream.numbers()).as("pictures left out leave no gap either").isEqualTo("104 4 1 1");
    }

    @Test
    void aSenderThatNeverSaysWhereLayersOpenGetsThemBackAllTheSame() {
        projection.target(0);
        long seq = 1000;
        stream.key(0, seq++, 0, 0);
        for (int i = 1; i <= 140; i++) {
            stream.frame(0, seq++, i, i / 2, i % 2);
        }
        projection.target(1);
        assertThat(stream.frame(0, seq++, 141, 70, 1)).isPositive();
        assertThat(stream.frame(0, seq++, 142, 71, 0)).isPositive();
        assertThat(stream.frame(0, seq, 143, 71, 1)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(longs = {0x7FFC, 0xFFFC, 0x1_7FFC, 0xFFFF_FFFCL, 0x7FFF_FFFF_FFFCL})
    void numbersGoOnOverTheirWraps(long start) {
        projection.target(1);
        long last = -1;
        for (int i = 0; i < 40; i++) {
            int picture = 0x7FF0 + i & 0x7FFF;
            int tl0 = 0xF8 + i / 4 & 0xFF;
            int tid = i % 4 == 0 ? 0 : i % 2 == 0 ? 1 : 2;
            long index = i == 0
                    ? stream.key(0, start, picture, tl0)
                    : stream.vp8(0, start + i, picture, tl0, tid, tid == 1 ? "SEY" : "SE");
            assertThat(index < 0).as("frame " + i).isEqualTo(tid == 2);
            if (index >= 0) {
                assertThat(index).isEqualTo(last < 0 ? start & 0x7FFF : last + 1);
                assertThat(stream.pictureId()).isEqualTo(0x7FF0 + i / 2 & 0x7FFF);
                assertThat(stream.tl0PicIdx()).isEqualTo(tl0);
                last = index;
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        // picture, TL0PICIDX and KEYIDX of the old encoding; how long until the new one; what it goes under
        "0x0FF, 3,    10,   257 256 4 4,    3000",
        "0x7FFF, 255, 100,  257 0 0 0,      9000",
        "0x7FFE, 31,  33,   257 32767 32 0, 3000",
        "0x7FFF, 254, 1000, 257 0 255 31,   90000",
    })
    void aSwitchContinuesEveryNumber(String picture, int tl0, int laterMs, String numbers, int ticks) {
        projection.target(2);
        stream.key(0, 0x1_0100, Integer.decode(picture), tl0);
        int timestamp = stream.numbers.timestamp();
        projection.target(LayerId.of(1, 0, 2));
        assertThat(projection.needsKeyFrame()).isTrue();
        stream.nowMs += laterMs;
        stream.key(1, 0x5_0000, 0x5000, 77);
        assertThat(stream.numbers()).isEqualTo(numbers);
        assertThat(stream.numbers.timestamp() - timestamp).isEqualTo(ticks);
        assertThat(projection.mapsReportsOf(1)).isTrue();
        assertThat(projection.mapsReportsOf(0)).isFalse();
        assertThat(projection.timestampDelta()).isEqualTo(stream.numbers.timestamp() - 0x5000 * 3000);
        assertThat(stream.frame(1, 0x5_0002, 0x5002, 79, 0)).isEqualTo(259);
        assertThat(stream.pictureId()).isEqualTo(Integer.decode(picture) + 3 & 0x7FFF);
    }

    @Test
    void theTimestampsOfASwitchGoOnOverTheirWrapAndAfterHours() {
        projection.target(0);
        stream.packet(VideoCodec.H264, 0, 5, 0xFFFF_FFF0, true, H264_IDR);
        projection.target(LayerId.of(1, 0, 0));
        stream.nowMs += 33;
        stream.packet(VideoCodec.H264, 1, 5, 0x7FFF_FFFF, true, H264_IDR);
        assertThat(stream.numbers.timestamp()).isEqualTo(0xFFFF_FFF0 + 3000);
        stream.nowMs += 24 * 3_600_000;
        projection.target(0);
        stream.packet(VideoCodec.H264, 0, 9, 1, true, H264_IDR);
        assertThat(stream.numbers.timestamp()).isEqualTo(0xFFFF_FFF0 + 3000 + (1 << 30));
    }

    @Test
    void aFrameCutOffByASwitchKeepsOnePlaceForWhatComesLate() {
        projection.target(2);
        stream.key(0, 100, 0, 0);
        assertThat(stream.vp8(0, 101, 1, 1, 0, "S")).isEqualTo(101);
        projection.target(LayerId.of(1, 0, 2));
        assertThat(stream.key(1, 500, 9, 9)).isEqualTo(103);
        assertThat(stream.vp8(0, 102, 1, 1, 0, "-")).isEqualTo(102);
        assertThat(stream.numbers()).isEqualTo("102 1 1 1");
        assertThat(stream.vp8(0, 103, 1, 1, 0, "E")).isEqualTo(-1);
        assertThat(stream.frame(0, 104, 2, 2, 0)).isEqualTo(-1);
        assertThat(stream.frame(1, 501, 10, 10, 0)).isEqualTo(104);
    }

    @Test
    void whatComesLateToARunThatEndedIsTakenForASecond() {
        projection.target(2);
        stream.key(0, 100, 0, 0);
        stream.vp8(0, 101, 1, 1, 0, "S");
        stream.frame(0, 104, 2, 2, 0);
        projection.target(LayerId.of(1, 0, 2));
        stream.key(1, 500, 9, 9);
        stream.nowMs += 1000;
        assertThat(stream.vp8(0, 102, 1, 1, 0, "-")).isEqualTo(102);
        stream.nowMs += 1;
        assertThat(stream.vp8(0, 103, 1, 1, 0, "E")).isEqualTo(-1);
    }

    @Test
    void aSwitchGoesOnAfterTheNewestFrameThoughSomethingLeftOutCameBeforeIt() {
        projection.target(0);
        stream.key(0, 100, 0, 0);
        assertThat(stream.frame(0, 102, 2, 1, 2)).isEqualTo(-1);
        assertThat(stream.frame(0, 101, 1, 1, 0)).isEqualTo(101);
        projection.target(LayerId.of(1, 0, 0));
        assertThat(stream.key(1, 500, 90, 90)).isEqualTo(102);
        assertThat(stream.numbers()).isEqualTo("102 2 2 2");
        assertThat(stream.numbers.timestamp()).isEqualTo(2 * 3000);
    }

    @Test
    void aKeyFrameWhoseRestWentByIsNotSwitchedTo() {
        projection.target(2);
        stream.key(0, 100, 0, 0);
        projection.target(LayerId.of(1, 0, 2));
        projection.takeKeyFrameRequest(stream.nowMs * Stream.MS);
        assertThat(stream.vp8(1, 501, 9, 9, 0, "E")).isEqualTo(-1);
        assertThat(stream.vp8(1, 500, 9, 9, 0, "SK")).isEqualTo(-1);
        assertThat(projection.currentEncoding()).isZero();
        assertThat(projection.takeKeyFrameRequest(stream.nowMs * Stream.MS))
                .as("another one is needed")
                .isTrue();
        assertThat(stream.key(1, 502, 10, 10)).isEqualTo(101);
    }

    @Test
    void waitsForLessWithLayerZeroAndForMoreWithEverything() {
        projection.target(LayerId.of(1, 0, 1));
        stream.key(1, 100, 0, 0);
        assertThat(stream.frame(1, 101, 1, 0, 2)).isEqualTo(-1);
        projection.target(LayerId.of(2, 0, 0));
        assertThat(stream.vp8(1, 102, 2, 0, 2, "SEY")).as("all of it").isPositive();
        projection.target(0);
        assertThat(stream.vp8(1, 103, 3, 0, 1, "SEY")).isEqualTo(-1);
        assertThat(stream.frame(1, 104, 4, 1, 0)).isPositive();
        assertThat(stream.key(2, 900, 4, 1)).isEqualTo(-1);
        projection.target(LayerId.NONE);
        assertThat(stream.key(1, 105, 5, 2)).isEqualTo(-1);
        assertThat(projection.needsKeyFrame()).isFalse();
        projection.target(LayerId.of(1, 0, 0));
        assertThat(stream.frame(1, 106, 6, 3, 0)).isEqualTo(-1);
        long before = stream.highestSent;
        assertThat(stream.key(1, 107, 7, 4)).isEqualTo(before + 1);
    }

    @Test
    void movesUpThroughTheKeyFramesOfAGroupAndDownInOneStep() {
        projection.target(LayerId.of(2, 0, 2));
        assertThat(stream.key(0, 100, 0, 0)).as("fast start").isEqualTo(100);
        assertThat(stream.key(2, 300, 0, 0)).isEqualTo(101);
        assertThat(stream.key(1, 200, 0, 0)).isEqualTo(-1);
        projection.target(LayerId.of(1, 0, 2));
        assertThat(stream.key(0, 101, 1, 1)).as("below the target").isEqualTo(-1);
        assertThat(stream.key(1, 201, 1, 1)).isEqualTo(102);
        assertThat(stream.key(2, 301, 1, 1)).isEqualTo(-1);
        assertThat(stream.key(1, 202, 2, 2)).isEqualTo(103);
        assertThat(projection.takeKeyFrameRequest(stream.nowMs * Stream.MS)).isFalse();
    }

    @Test
    void asksAgainWhenAGroupWentByAndSomethingBetterIsThere() {
        projection.target(LayerId.of(2, 0, 2));
        stream.key(0, 100, 0, 0);
        assertThat(projection.takeKeyFrameRequest(stream.nowMs * Stream.MS))
                .as("asked when the target was set")
                .isTrue();
        stream.nowMs += 300;
        stream.frame(1, 200, 0, 0, 0);
        assertThat(projection.takeKeyFrameRequest(stream.nowMs * Stream.MS))
                .as("within the group")
                .isFalse();
        stream.nowMs += 1;
        stream.frame(0, 101, 1, 1, 0);
        assertThat(projection.takeKeyFrameRequest(stream.nowMs * Stream.MS))
                .as("nothing better")
                .isFalse();
        stream.frame(1, 201, 1, 1, 0);
        assertThat(projection.takeKeyFrameRequest(stream.nowMs * Stream.MS)).isTrue();
        stream.nowMs += 300;
        stream.frame(2, 300, 1, 1, 0);
        assertThat(projection.takeKeyFrameRequest(stream.nowMs * Stream.MS)).isFalse();
        stream.nowMs += 1;
        stream.frame(2, 301, 2, 2, 0);
        assertThat(projection.takeKeyFrameRequest(stream.nowMs * Stream.MS)).isTrue();
        projection.target(0);
        assertThat(projection.takeKeyFrameRequest(stream.nowMs * Stream.MS))
                .as("it has that")
                .isFalse();
    }

    @Test
    void anEncodingThatEndsGivesWayToTheNextBest() {
        projection.target(LayerId.of(1, 0, 0));
        stream.key(1, 100, 0, 0);
        projection.takeKeyFrameRequest(stream.nowMs * Stream.MS);
        for (int i = 0; i < 20; i++) {
            stream.nowMs += 33;
            assertThat(stream.frame(0, 200 + i, i, i, 0)).isEqualTo(-1);
        }
        assertThat(projection.takeKeyFrameRequest(stream.nowMs * Stream.MS)).isTrue();
        assertThat(stream.key(0, 220, 20, 20)).isEqualTo(101);
        assertThat(stream.key(1, 101, 1, 1)).isEqualTo(102);
    }

    @Test
    void aSlowEncodingHasNotEnded() {
        projection.target(LayerId.of(1, 0, 0));
        stream.key(1, 100, 0, 0);
        projection.takeKeyFrameRequest(stream.nowMs * Stream.MS);
        for (int i = 1; i < 20; i++) {
            stream.nowMs += 1000;
            assertThat(stream.frame(0, 200 + i, i, i, 0)).isEqualTo(-1);
            assertThat(stream.frame(1, 100 + i, i, i, 0)).isEqualTo(100 + i);
        }
        assertThat(projection.takeKeyFrameRequest(stream.nowMs * Stream.MS)).isFalse();
    }

    @Test
    void aSourceThatBeginsAnewIsGoneOnWithAtItsKeyFrame() {
        projection.target(2);
        stream.key(0, 100, 20_000, 7);
        assertThat(stream.frame(0, 101, 19_000, 200, 0)).isEqualTo(-1);
        assertThat(projection.takeKeyFrameRequest(stream.nowMs * Stream.MS)).isTrue();
        assertThat(stream.key(0, 102, 19_001, 201)).isEqualTo(101);
        assertThat(stream.numbers()).isEqualTo("101 20001 8 8");
        assertThat(stream.key(0, 103, 5, 5)).isEqualTo(102);
        assertThat(stream.numbers()).isEqualTo("102 20002 9 9");
    }

    @Test
    void otherCodecsGoAsAWholeFromAKeyFrameOn() {
        projection.target(2);
        assertThat(stream.packet(VideoCodec.H264, 0, 10, 1, true, H264_SLICE)).isEqualTo(-1);
        assertThat(stream.packet(VideoCodec.H264, 0, 11, 2, true, H264_IDR)).isEqualTo(11);
        assertThat(stream.packet(VideoCodec.H264, 0, 14, 3, true, H264_SLICE)).isEqualTo(14);
        assertThat(stream.packet(VideoCodec.H264, 0, 12, 3, true, H264_SLICE)).isEqualTo(12);
        assertThat(stream.packet(VideoCodec.H264, 0, 10, 3, true, H264_SLICE)).isEqualTo(-1);
        projection.target(LayerId.NONE);
        assertThat(stream.packet(VideoCodec.H264, 0, 15, 4, true, H264_SLICE)).isEqualTo(-1);
        projection.target(2);
        assertThat(stream.packet(VideoCodec.H264, 0, 16, 5, true, H264_SLICE)).isEqualTo(-1);
        assertThat(stream.packet(VideoCodec.H264, 0, 17, 6, true, H264_IDR)).isEqualTo(15);
        assertThat(stream.packet(VideoCodec.VP9, 0, 18, 7, true, (byte) 0x48))
                .as("another codec")
                .isEqualTo(-1);
        assertThat(stream.packet(VideoCodec.VP9, 0, 19, 8, true, (byte) 0x08)).isEqualTo(16);
        assertThat(stream.packet(VideoCodec.H264, 0, 13, 3, true, H264_SLICE)).isEqualTo(-1);
    }

    @Test
    void aCodecWithoutVisibleKeyFramesIsNotWaitedForForEver() {
        projection.target(0);
        assertThat(stream.packet(VideoCodec.OTHER, 0, 10, 1, true, (byte) 1)).isEqualTo(10);
        stream.changeSource();
        assertThat(stream.packet(VideoCodec.H264, 0, 10, 1, true, H264_SLICE)).isEqualTo(-1);
        stream.nowMs += 3001;
        assertThat(stream.packet(VideoCodec.H264, 0, 11, 1, true, H264_SLICE)).isEqualTo(11);
    }

    @Test
    void shortPictureIdsGoOnOverTheirWrap() {
        projection.target(2);
        assertThat(stream.vp8Short(10, 0x7F, 3000, "SEK")).isEqualTo(10);
        assertThat(stream.pictureId()).isEqualTo(0x7F);
        assertThat(stream.vp8Short(11, 0, 6000, "SE")).isEqualTo(11);
        assertThat(stream.pictureId()).isZero();
        projection.target(LayerId.NONE);
        projection.target(2);
        assertThat(stream.vp8Short(90, 0x50, 9000, "SEK")).isEqualTo(12);
        assertThat(stream.pictureId()).isEqualTo(1);
        assertThat(stream.vp8Short(91, 0x51, 12_000, "SE")).isEqualTo(13);
        assertThat(stream.pictureId()).isEqualTo(2);
    }

    @Test
    void continuesAboveWhatSomebodyElseSent() {
        projection.target(2);
        stream.key(0, 100, 0, 0);
        stream.highestSent = 500;
        assertThat(stream.vp8(0, 99, 0, 0, 0, "-")).isEqualTo(-1);
        assertThat(stream.frame(0, 102, 2, 2, 0))
                .as("and shows that something is missing")
                .isEqualTo(502);
        assertThat(stream.frame(0, 101, 1, 1, 0)).as("its place is gone").isEqualTo(-1);
        assertThat(stream.frame(0, 103, 3, 3, 0)).isEqualTo(503);
    }

    @Test
    void aPacketThatWasNotProtectedIsAGap() {
        projection.target(2);
        stream.key(0, 100, 0, 0);
        assertThat(stream.vp8(0, 101, 1, 1, 0, "S")).isEqualTo(101);
        stream.highestSent = 100;
        projection.suspend();
        assertThat(stream.vp8(0, 102, 1, 1, 0, "E")).isEqualTo(102);
        stream.highestSent = -1;
        projection.suspend();
        assertThat(stream.frame(0, 0x1_9003, 2, 2, 0)).as("new keys").isEqualTo(0x1003);
    }

    @Test
    void neverLeavesAGapAtWhichAReceiverWouldGuessWrong() {
        projection.target(2);
        stream.key(0, 100, 0, 0);
        assertThat(stream.frame(0, 100 + LayerProjection.MAX_GAP, 2, 2, 0)).isEqualTo(100 + LayerProjection.MAX_GAP);
        long highest = stream.highestSent;
        assertThat(stream.frame(0, 101 + 3 * LayerProjection.MAX_GAP, 4, 4, 0)).isEqualTo(highest + 2);
        assertThat(stream.frame(0, 102 + 5 * LayerProjection.MAX_GAP, 5, 5, 0))
                .as("more padding than any sender uses")
                .isEqualTo(highest + 4);
    }

    @Test
    void anotherSourceGoesOnWhereTheOneBeforeEnded() {
        projection.target(2);
        stream.key(0, 100, 50, 60);
        stream.changeSource();
        assertThat(projection.takeKeyFrameRequest(stream.nowMs * Stream.MS)).isTrue();
        assertThat(projection.currentEncoding()).isEqualTo(LayerId.NONE);
        assertThat(stream.frame(0, 100, 7, 7, 0)).isEqualTo(-1);
        stream.nowMs += 40;
        assertThat(stream.key(0, 101, 8, 8)).isEqualTo(101);
        assertThat(stream.numbers()).isEqualTo("101 51 61 29");
        assertThat(stream.numbers.timestamp()).isEqualTo(50 * 3000 + 3600);
        assertThat(stream.frame(0, 100, 7, 7, 0))
                .as("of the new source, before its key frame")
                .isEqualTo(-1);
    }
}
