package org.starbridge.sdp;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import org.starbridge.sdp.text.SdpException;

/** Session descriptions, which anybody may send who may publish or watch. */
final class SdpFuzzTest {
    private static final SdpLimits LIMITS = new SdpLimits(64 << 10, 200, 1000, 8);

    /** Any text: refused with a sentence, or a description that is the same when it is written and read again. */
    @FuzzTest
    void description(byte[] data) throws SdpException {
        SessionDescription description;
        try {
            description = SdpReader.read(new String(data, StandardCharsets.UTF_8), LIMITS);
        } catch (SdpException e) {
            assertThat(e.getMessage()).isNotBlank();
            return;
        }
        assertThat(SdpReader.read(description.text(), SdpLimits.DEFAULT)).isEqualTo(description);
    }

    /** The same of a fragment. */
    @FuzzTest
    void fragment(byte[] data) throws SdpException {
        TrickleFragment fragment;
        try {
            fragment = SdpReader.readFragment(new String(data, StandardCharsets.UTF_8), LIMITS);
        } catch (SdpException e) {
            assertThat(e.getMessage()).isNotBlank();
            return;
        }
        assertThat(SdpReader.readFragment(fragment.text(), SdpLimits.DEFAULT)).isEqualTo(fragment);
    }
}
