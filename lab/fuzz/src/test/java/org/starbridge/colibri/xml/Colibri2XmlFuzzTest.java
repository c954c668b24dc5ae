package org.starbridge.colibri.xml;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;

/** Colibri2 as XML, which a focus sends and the Hammer reads. */
final class Colibri2XmlFuzzTest {
    /** Any text: no XML, refused with a sentence, or a request that is the same when it is written and read again. */
    @FuzzTest
    void request(byte[] data) {
        XmlElement element = element(data);
        if (element == null) {
            return;
        }
        ConferenceModify modify;
        try {
            modify = Colibri2Xml.parseModify(
                    element, sentence -> assertThat(sentence).isNotBlank());
        } catch (Colibri2Exception e) {
            assertThat(e.condition()).isEqualTo(Colibri2Exception.Condition.BAD_REQUEST);
            assertThat(e.sentence()).isNotBlank();
            return;
        }
        assertThat(Colibri2Xml.parseModify(again(Colibri2Xml.write(modify)), null))
                .isEqualTo(modify);
    }

    /** The same for answers. */
    @FuzzTest
    void answer(byte[] data) {
        XmlElement element = element(data);
        if (element == null) {
            return;
        }
        ConferenceModified modified;
        try {
            modified = Colibri2Xml.parseModified(element);
        } catch (Colibri2Exception e) {
            assertThat(e.condition()).isEqualTo(Colibri2Exception.Condition.BAD_REQUEST);
            return;
        }
        assertThat(Colibri2Xml.parseModified(again(Colibri2Xml.write(modified))))
                .isEqualTo(modified);
    }

    /** Null for what is no XML. An element is the same when it is written and read again. */
    private static @Nullable XmlElement element(byte[] data) {
        XmlElement element;
        try {
            element = XmlText.parse(new String(data, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            assertThat(e.getMessage()).isNotBlank();
            return null;
        }
        assertThat(again(element)).isEqualTo(element);
        return element;
    }

    private static XmlElement again(XmlElement element) {
        return XmlText.parse(element.toXml());
    }
}
