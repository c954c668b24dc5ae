package org.starbridge.hammer.hls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoxesTest {
    private static byte[] file(String types) {
        String[] all = types.split(" ", -1);
        ByteBuffer file = ByteBuffer.allocate(8 * all.length);
        for (String type : all) {
            file.putInt(8).put(type.getBytes(StandardCharsets.US_ASCII));
        }
        return file.array();
    }

    @ParameterizedTest
    @CsvSource({
        "moof mdat, true",
        "styp moof mdat moof mdat, true",
        "styp sidx sidx moof mdat, true",
        "prft moof mdat prft moof mdat, true",
        "moof, false",
        "mdat moof, false",
        "ftyp moov moof mdat, false"
    })
    void mediaIsChunks(String types, boolean isGood) {
        assertThat(Boxes.faultOfMedia(file(types)) == null).isEqualTo(isGood);
    }

    @Test
    void anInitializationSectionHasNoMedia() {
        assertThat(Boxes.faultOfInit(file("ftyp moov"))).isNull();
        assertThat(Boxes.faultOfInit(file("ftyp moov moof mdat"))).isNotNull();
    }

    @Test
    void boxesFillTheFile() {
        byte[] file = file("moof mdat");
        file[11] = 9;
        assertThat(Boxes.faultOfMedia(file)).isEqualTo("the boxes do not add up to the file size");
        file[11] = 7;
        assertThat(Boxes.faultOfMedia(file)).isEqualTo("the boxes do not add up to the file size");
        assertThat(Boxes.faultOfMedia(new byte[5])).isNotNull();
    }
}
