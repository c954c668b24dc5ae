package org.starbridge.control.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Media;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.PayloadType;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceLimits;
import org.starbridge.control.participant.NegotiatedMedia;
import org.starbridge.media.api.ForwardingTable;

class MediaDescriptionsTest {
    private static ForwardingTable.PayloadType type(String name, Map<String, String> parameters)
            throws Colibri2Exception {
        Media media = new Media(
                MediaKind.VIDEO,
                List.of(new PayloadType(100, name, 90000, 1, parameters, List.of())),
                List.of(),
                false);
        return Objects.requireNonNull(MediaDescriptions.read(
                        NegotiatedMedia.NONE,
                        List.of(media),
                        ConferenceLimits.DEFAULT,
                        RequestProblems.refusing(new ConferenceCounters()))
                .payloadTypes()
                .get(100));
    }

    /** RFC 6184 section 8.1; levels may differ. */
    @ParameterizedTest
    @CsvSource({
        "42e01f, 1, 42e01f, 1, true",
        "42e01f, 1, 42e034, 1, true",
        "42e01f, 1, 42c01f, 1, true",
        "42e01f, 1, 42e01f, 0, false",
        "42e01f, 1, 42001f, 1, false",
        "42e01f, 1, 640c1f, 1, false",
        "640c1f, 1, 64001f, 1, true",
    })
    void profilesAndModesOfH264AreToldApart(
            String profile, String mode, String otherProfile, String otherMode, boolean isSame)
            throws Colibri2Exception {
        String format = type("H264", Map.of("profile-level-id", profile, "packetization-mode", mode))
                .format();
        String other = type("H264", Map.of("profile-level-id", otherProfile, "packetization-mode", otherMode))
                .format();
        assertThat(format.equals(other)).isEqualTo(isSame);
    }

    @ParameterizedTest
    @CsvSource({"VP9, profile-id, 0, true", "VP9, profile-id, 2, false", "VP8, max-fr, 30, true"})
    void whatIsNotSaidIsTheDefault(String name, String key, String value, boolean isSame) throws Colibri2Exception {
        assertThat(type(name, Map.of(key, value))
                        .format()
                        .equals(type(name, Map.of()).format()))
                .isEqualTo(isSame);
    }
}
