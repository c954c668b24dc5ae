package org.starbridge.bridge.meet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.bridge.meet.TrialTable.Seen;

class TrialTableTest {
    private final List<String> failed = new ArrayList<>();
    private final TrialTable table =
            new TrialTable("stand-in, not Jicofo", (row, name) -> failed.add(row + ": " + name));

    @Test
    void everyStepHasARowAlsoAfterOneThatFailed() {
        table.leaveOut("Relays are left out.");
        assertThat(table.row("VP8", "join", "in the room", () -> new Seen(true, "in the room")))
                .isTrue();
        table.row("VP8", "sound", "heard", () -> {
            throw new AssertionError("no | sound\nat all");
        });
        table.row("VP8", "leave", "5 s", () -> Seen.within(5.04, 5));
        table.row("VP8", "return", "5 s", () -> Seen.within(4.96, 5));
        assertThat(table).hasToString("""
                focus: stand-in, not Jicofo

                Relays are left out.

                | scenario | step | wanted | seen | |
                |---|---|---|---|---|
                | VP8 | join | in the room | in the room | ok |
                | VP8 | sound | heard | no \\| sound | **failed** |
                | VP8 | leave | 5 s | 5.0 s | **failed** |
                | VP8 | return | 5 s | 5.0 s | ok |
                """);
        assertThat(table.size()).isEqualTo(4);
        assertThat(failed).containsExactly("2: VP8, sound", "3: VP8, leave");
        assertThat(table.failures())
                .containsExactly("VP8, sound: wanted heard, saw no | sound", "VP8, leave: wanted 5 s, saw 5.0 s");
    }
}
