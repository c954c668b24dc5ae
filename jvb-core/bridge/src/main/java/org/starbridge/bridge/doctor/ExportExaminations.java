package org.starbridge.bridge.doctor;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.starbridge.bridge.export.ExportConfig;
import org.starbridge.bridge.export.RoomExport;
import org.starbridge.bridge.export.ServiceTrial;

/** Check that services of configured media exports accept connections. */
final class ExportExaminations {
    private final ExportConfig config;

    ExportExaminations(ExportConfig config) {
        this.config = config;
    }

    List<Examination> all() {
        return IntStream.range(0, config.rooms().size())
                .mapToObj(number -> new Examination(
                        "media export " + number,
                        () -> look(number, config.rooms().get(number))))
                .toList();
    }

    private Finding look(int number, RoomExport export) throws IOException {
        return ServiceTrial.problem(export, config)
                .map(problem ->
                        Finding.warning(problem, "check url and headers of starbridge.export.rooms[" + number + "]"))
                .orElseGet(() -> Finding.ok("the service accepts connections"));
    }
}
