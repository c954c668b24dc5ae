package org.starbridge.media.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.source.Negotiation;

class PayloadTypeMapTest {
    private static final int NONE = PayloadTypeMap.NONE;

    private static PayloadType audio(int number, String encoding, int clockRateHz) {
        return new PayloadType(number, MediaKind.AUDIO, encoding, clockRateHz, false, false);
    }

    private static PayloadType video(int number, String encoding, String format) {
        return new PayloadType(
                number, MediaKind.VIDEO, encoding, 90_000, true, true, true, PayloadType.NOTHING, format, false, false);
    }

    private static Map<Integer, PayloadType> types(PayloadType... types) {
        Map<Integer, PayloadType> byNumber = new HashMap<>();
        for (PayloadType type : types) {
            byNumber.put(type.number(), type);
        }
        return byNumber;
    }

    private static PayloadTypeMap between(Map<Integer, PayloadType> sender, Map<Integer, PayloadType> receiver) {
        return PayloadTypeMap.between(
                sender, new Negotiation(new Transport(1, receiver, Map.of(), false, List.of(), Set.of())));
    }

    @Test
    void theSameCodecIsFoundUnderWhateverNumber() {
        PayloadTypeMap map = between(
                types(
                        audio(111, "opus", 48_000),
                        video(100, "vp8", ""),
                        video(101, "vp9", "0"),
                        video(102, "av1", "0")),
                types(audio(96, "opus", 48_000), video(111, "vp8", ""), video(100, "vp9", "0")));
        assertThat(map.to(111)).isEqualTo(96);
        assertThat(map.to(100)).isEqualTo(111);
        assertThat(map.to(101)).isEqualTo(100);
        assertThat(map.to(102)).as("not taken").isEqualTo(NONE);
        assertThat(map.to(0)).as("not sent").isEqualTo(NONE);
    }

    @Test
    void aNumberWithAnotherMeaningIsNotTheSame() {
        PayloadTypeMap map =
                between(types(video(100, "h264", ""), audio(9, "g722", 8000)), types(video(100, "vp8", "")));
        assertThat(map.to(100)).isEqualTo(NONE);
        assertThat(map.to(9)).isEqualTo(NONE);
    }

    @Test
    void theSameNumberIsPreferredAndThenTheSameFormat() {
        Map<Integer, PayloadType> sender = types(video(100, "h264", "1 cb"), video(101, "h264", "1 64"));
        PayloadTypeMap swapped = between(sender, types(video(100, "h264", "1 64"), video(101, "h264", "1 cb")));
        assertThat(swapped.to(100)).isEqualTo(101);
        assertThat(swapped.to(101)).isEqualTo(100);
        PayloadTypeMap doubled = between(sender, types(video(90, "h264", "1 cb"), video(100, "h264", "1 cb")));
        assertThat(doubled.to(100)).isEqualTo(100);
        assertThat(between(sender, types(video(101, "h264", ""))).to(101))
                .as("one side did not say which profile")
                .isEqualTo(101);
    }

    /**
     * Decoders take more profiles than offers name. GStreamer names none, which means mode 0 (RFC 6184 section 8.1).
     */
    @Test
    void anotherProfileOfH264IsTakenUnderAnotherNumber() {
        Map<Integer, PayloadType> sender = types(video(106, "h264", "1 42"), video(98, "vp9", "2"));
        assertThat(between(sender, types(video(96, "h264", "0 cb"))).to(106)).isEqualTo(96);
        assertThat(between(sender, types(video(96, "h264", "0 42"), video(97, "h264", "1 cb")))
                        .to(106))
                .as("the same mode is preferred")
                .isEqualTo(97);
        assertThat(between(sender, types(video(99, "vp9", "0"))).to(98))
                .as("VP9 of another profile cannot be decoded")
                .isEqualTo(NONE);
    }

    @Test
    void redundantAudioGoesWholeOnlyIfTheNumbersInsideMeanTheSame() {
        Map<Integer, PayloadType> sender = types(audio(111, "opus", 48_000), audio(112, "red", 48_000));
        assertThat(between(sender, sender).to(112)).isEqualTo(112);
        assertThat(between(sender, types(audio(111, "opus", 48_000), audio(63, "red", 48_000)))
                        .to(112))
                .isEqualTo(63);
        PayloadTypeMap moved = between(sender, types(audio(96, "opus", 48_000), audio(112, "red", 48_000)));
        assertThat(moved.to(112)).isEqualTo(NONE);
        assertThat(moved.to(111)).isEqualTo(96);
    }

    @Test
    void retransmissionsAreNoneOfIt() {
        PayloadType rtx = new PayloadType(101, MediaKind.VIDEO, "rtx", 90_000, false, false, false, 100);
        assertThat(between(types(rtx), types(rtx)).to(101)).isEqualTo(NONE);
    }

    @Test
    void equalNegotiationsShareAMapAndTheNumberOfMapsIsBounded() {
        PayloadTypeMaps maps = new PayloadTypeMaps();
        PayloadTypeMap first = maps.between(types(audio(1, "a", 1)), Negotiation.NONE);
        assertThat(maps.between(types(audio(1, "a", 1)), Negotiation.NONE)).isSameAs(first);
        for (int i = 0; i < 5000; i++) {
            maps.between(types(audio(1, "a", i)), Negotiation.NONE);
        }
        assertThat(maps.between(types(audio(1, "a", 1)), Negotiation.NONE)).isNotSameAs(first);
    }
}
