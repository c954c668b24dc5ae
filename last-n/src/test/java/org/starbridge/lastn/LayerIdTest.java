package org.starbridge.lastn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LayerIdTest {
    @Test
    void eachLayerHasItsOwnIdAndABetterOneIsGreater() {
        int last = LayerId.NONE;
        for (int encoding = 0; encoding < LayerId.MAX_LAYERS; encoding++) {
            for (int spatial = 0; spatial < LayerId.MAX_LAYERS; spatial++) {
                for (int temporal = 0; temporal < LayerId.MAX_LAYERS; temporal++) {
                    int id = LayerId.of(encoding, spatial, temporal);
                    assertThat(id).isGreaterThan(last).isLessThanOrEqualTo(LayerId.HIGHEST);
                    assertThat(LayerId.encoding(id)).isEqualTo(encoding);
                    assertThat(LayerId.spatial(id)).isEqualTo(spatial);
                    assertThat(LayerId.temporal(id)).isEqualTo(temporal);
                    last = id;
                }
            }
        }
        assertThat(last).isEqualTo(LayerId.HIGHEST);
    }

    @Test
    void noLayerIsOfNoEncoding() {
        assertThat(LayerId.encoding(LayerId.NONE)).isEqualTo(LayerId.NONE);
    }
}
