package org.starbridge.hammer.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.browser.LayersScene.Outcome;
import org.starbridge.hammer.browser.LayersTable.Row;

/**
 * Three publishers of 640x360 and one receiver with a stage and tiles, for each codec. Run by
 * {@code scripts/layers-trial --scene}.
 */
@SuppressWarnings("try") // closing may be interrupted
class LayersSceneTrial {
    private static Row row(String codec, String mode, boolean isDescribed) {
        return new Row(codec, mode, 640, 360, isDescribed);
    }

    private static final List<Row> ROWS = List.of(
            row("VP9", "L3T3_KEY", true),
            row("VP9", "L3T3_KEY", false),
            row("VP9", "L3T3", true),
            row("AV1", "L3T3_KEY", true),
            row("AV1", "L1T3", true),
            row("VP8", "simulcast", true),
            row("VP8", "L1T3", true),
            row("H264", "simulcast", true),
            row("H264", "L1T3", true));

    @Test
    void everyRow() throws Exception {
        Path table = Path.of(Objects.requireNonNull(System.getenv("STARBRIDGE_TRIAL_TABLE"), "the script sets it"));
        Pattern wanted = Pattern.compile(Objects.requireNonNullElse(System.getenv("STARBRIDGE_TRIAL_ROWS"), ""));
        List<String> faults = new ArrayList<>();
        try (LayersScene scene = new LayersScene()) {
            for (Row row : ROWS) {
                if (!wanted.matcher(row.toString()).find()) {
                    continue;
                }
                String line;
                try {
                    Outcome outcome = scene.run(row);
                    line = outcome.row(row);
                    if (!outcome.isAsExpected()) {
                        faults.add(line);
                    }
                } catch (AssertionError e) {
                    line = "| " + row + " | " + String.valueOf(e.getMessage()).replaceAll("\\s+", " ") + " |\n";
                    faults.add(line);
                }
                Files.writeString(table, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            }
        }
        assertThat(faults).isEmpty();
    }
}
