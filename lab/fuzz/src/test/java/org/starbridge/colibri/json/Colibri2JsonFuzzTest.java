package org.starbridge.colibri.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;

/** Colibri2 as JSON. */
final class Colibri2JsonFuzzTest {
    /** Any bytes: refused as a bad request, or a request that is the same when it is written and read again. */
    @FuzzTest
    void request(byte[] data) {
        ConferenceModify modify;
        try {
            modify = Colibri2Json.parseModify(data, "meeting");
        } catch (Colibri2Exception e) {
            assertThat(e.condition()).isEqualTo(Colibri2Exception.Condition.BAD_REQUEST);
            assertThat(e.sentence()).isNotBlank();
            assertThat(Colibri2Json.parseError(Colibri2Json.write(e))).isNotNull();
            return;
        }
        assertThat(Colibri2Json.parseModify(Colibri2Json.write(modify), null)).isEqualTo(modify);
    }

    /** The same for answers and refusals, which the Hammer reads. */
    @FuzzTest
    void answer(byte[] data) {
        String text = new String(data, StandardCharsets.UTF_8);
        Colibri2Exception error = Colibri2Json.parseError(text);
        if (error != null) {
            Colibri2Exception again = Objects.requireNonNull(Colibri2Json.parseError(Colibri2Json.write(error)));
            assertThat(again.sentence()).isEqualTo(error.sentence());
            assertThat(again.condition()).isEqualTo(error.condition());
        }
        ConferenceModified modified;
        try {
            modified = Colibri2Json.parseModified(text);
        } catch (Colibri2Exception e) {
            assertThat(e.condition()).isEqualTo(Colibri2Exception.Condition.BAD_REQUEST);
            return;
        }
        assertThat(Colibri2Json.parseModified(Colibri2Json.write(modified))).isEqualTo(modified);
    }
}
