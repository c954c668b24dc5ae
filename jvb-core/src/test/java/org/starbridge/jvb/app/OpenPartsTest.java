package org.starbridge.jvb.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenPartsTest {
    @Test
    void whatWasOpenedLastIsClosedFirstAndNothingTwice() {
        List<String> closed = new ArrayList<>();
        OpenParts open = new OpenParts();
        assertThat(open.add("sockets", closed::add)).isEqualTo("sockets");
        open.add("servers", closed::add);
        open.add("rooms", closed::add);

        open.close();
        open.close();

        assertThat(closed).containsExactly("rooms", "servers", "sockets");
    }
}
