package org.starbridge.bridge.meet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.starbridge.bridge.meet.TrialTable.Seen;

class TrialTableTest {
    private final TrialTable table = new TrialTable("stand-in, not Jicofo");

    @Test
    void everyStepHasARowAlsoAfterOneThatFailed() {
        table.row("VP8", "join", "in the room", () -> new Seen(true, "in the room"));
        table.row("VP8", "sound", "heard", () -> {
            throw new AssertionError("no | sound\nat all");
        });
        table.row("VP8", "leave", "5 s", () -> Seen.within(5.04, 5));
        table.row("VP8", "return", "5 s", () -> Seen.within(4.96, 5));
        assertThat(table).hasToString("""
                focus: stand-in, not Jicofo

                | scenario | step | wanted | seen | |
                |---|---|---|---|---|
                | VP8 | join | in the room | in the room | ok |
                | VP8 | sound | heard | no \\| sound | **failed** |
                | VP8 | leave | 5 s | 5.0 s | **failed** |
                | VP8 | return | 5 s | 5.0 s | ok |
                """);
        assertThat(table.size()).isEqualTo(4);
        assertThat(table.failures())
                .containsExactly("VP8, sound: wanted heard, saw no | sound", "VP8, leave: wanted 5 s, saw 5.0 s");
    }
}
