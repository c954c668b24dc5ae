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
import org.starbridge.hammer.browser.LayersTable.Outcome;
import org.starbridge.hammer.browser.LayersTable.Row;

/**
 * Every codec in every mode that Chromium offers, in four sizes, with dependency descriptor and without: a viewer is
 * shown the whole picture, the lowest layer, and the whole picture again. Run by {@code scripts/layers-trial --table}.
 */
@SuppressWarnings("try") // closing may be interrupted
class LayersTableTrial {
    private static final List<String> TEMPORAL = List.of("L1T1", "L1T2", "L1T3");
    private static final List<String> SPATIAL = List.of(
            "L2T1",
            "L2T1_KEY",
            "L2T2",
            "L2T2_KEY",
            "L2T3",
            "L2T3_KEY",
            "L3T1",
            "L3T1_KEY",
            "L3T2",
            "L3T2_KEY",
            "L3T3",
            "L3T3_KEY");
    private static final int[][] SIZES = {{1280, 720}, {960, 540}, {640, 360}, {320, 180}};

    private static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (String codec : List.of("VP8", "VP9", "AV1", "H264")) {
            boolean hasSpatial = codec.equals("VP9") || codec.equals("AV1");
            List<String> modes = new ArrayList<>(TEMPORAL);
            modes.addAll(hasSpatial ? SPATIAL : List.of());
            modes.add("simulcast");
            for (String mode : modes) {
                for (int[] size : SIZES) {
                    rows.add(new Row(codec, mode, size[0], size[1], true));
                    // Chromium decodes AV1 with several spatial layers only with the descriptor.
                    if (!codec.equals("AV1") || !SPATIAL.contains(mode)) {
                        rows.add(new Row(codec, mode, size[0], size[1], false));
                    }
                }
            }
        }
        return rows;
    }

    @Test
    void everyRow() throws Exception {
        Path table = Path.of(Objects.requireNonNull(System.getenv("STARBRIDGE_TRIAL_TABLE"), "the script sets it"));
        Pattern wanted = Pattern.compile(Objects.requireNonNullElse(System.getenv("STARBRIDGE_TRIAL_ROWS"), ""));
        List<String> faults = new ArrayList<>();
        try (LayersTable pages = new LayersTable()) {
            for (Row row : rows()) {
                if (!wanted.matcher(row.toString()).find()) {
                    continue;
                }
                String line;
                try {
                    Outcome outcome = pages.run(row);
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
