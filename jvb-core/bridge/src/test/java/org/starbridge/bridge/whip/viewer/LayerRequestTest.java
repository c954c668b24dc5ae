package org.starbridge.bridge.whip.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.bridge.whip.access.RefusalException;

class LayerRequestTest {
    private static final List<VideoLayer> SIMULCAST = List.of(
            new VideoLayer("l", 0, 0, 180, 1),
            new VideoLayer("l", 0, 1, 180, 1),
            new VideoLayer("h", 0, 0, 720, 1),
            new VideoLayer("h", 0, 1, 720, 1));
    private static final List<VideoLayer> SVC = List.of(
            new VideoLayer("0", 0, 0, 180, 1), new VideoLayer("0", 1, 0, 360, 1), new VideoLayer("0", 2, 0, 720, 1));

    private static LayerRequest.Limit limit(String json, List<VideoLayer> layers) throws RefusalException {
        return LayerRequest.read(Json.tree(json.replace('\'', '"'))).limit(layers);
    }

    private static int limitPx(String json, List<VideoLayer> layers) throws RefusalException {
        return limit(json, layers).heightPx();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "\"{}\", -1",
                "\"{'mediaId':'0'}\", -1",
                "\"{'rid':'l'}\", 180",
                "\"{'rid':'h'}\", 720",
                "\"{'maxHeight':300}\", 300",
                "\"{'maxWidth':640}\", 360",
                "\"{'maxWidth':640,'maxHeight':200}\", 200",
                "\"{'rid':'h','maxHeight':0}\", 0",
                "\"{'rid':null}\", -1",
            })
    void isALimitOfHeight(String json, int heightPx) throws RefusalException {
        assertThat(limitPx(json, SIMULCAST)).isEqualTo(heightPx);
    }

    @Test
    void spatialLayersOfOneEncodingHaveHeights() throws RefusalException {
        assertThat(limitPx("{'spatialLayerId':1}", SVC)).isEqualTo(360);
        assertThat(limitPx("{'maxSpatialLayerId':0}", SVC)).isEqualTo(180);
    }

    @Test
    void aLayerThatIsNotThereIsRefusedWithThoseThatAre() {
        assertThatThrownBy(() -> limitPx("{'rid':'m'}", SIMULCAST))
                .isInstanceOfSatisfying(
                        RefusalException.class, e -> assertThat(e.status()).isEqualTo(422))
                .hasMessageContaining("[l/0/0, l/0/1, h/0/0, h/0/1]");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "\"{}\", -1, -1",
                "\"{'temporalLayerId':0}\", -1, 0",
                "\"{'maxTemporalLayerId':1}\", -1, 1",
                "\"{'maxTemporalLayerId':7}\", -1, 7",
                "\"{'temporalLayerId':1,'maxTemporalLayerId':0}\", -1, 0",
                "\"{'rid':'l','temporalLayerId':1}\", 180, 1",
                "\"{'temporalLayerId':1,'maxHeight':200}\", 200, 1",
            })
    void aTemporalLayerIsALimitOfItsOwn(String json, int heightPx, int temporalLayer) throws RefusalException {
        assertThat(limit(json, SIMULCAST)).isEqualTo(new LayerRequest.Limit(heightPx, temporalLayer));
    }

    @Test
    void aTemporalLayerThatIsNotThereIsRefused() {
        assertThatThrownBy(() -> limit("{'temporalLayerId':1}", SVC))
                .isInstanceOfSatisfying(
                        RefusalException.class, e -> assertThat(e.status()).isEqualTo(422));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "3",
                "{'rid':3}",
                "{'spatialLayerId':-1}",
                "{'spatialLayerId':99}",
                "{'temporalLayerId':99}",
                "{'maxTemporalLayerId':'0'}",
                "{'maxHeight':'high'}",
                "{'maxWidth':1.5}",
                "{'maxHeight':100000000000}"
            })
    void whatIsNotUnderstoodIsRefused(String json) {
        assertThatThrownBy(() -> limitPx(json, SIMULCAST))
                .isInstanceOfSatisfying(
                        RefusalException.class, e -> assertThat(e.status()).isEqualTo(400));
    }
}
