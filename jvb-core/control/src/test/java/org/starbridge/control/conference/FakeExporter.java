package org.starbridge.control.conference;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.export.ExportGroup;
import org.starbridge.control.export.ExportLimits;
import org.starbridge.control.export.ExportReport;
import org.starbridge.control.export.ExportSpec;
import org.starbridge.control.export.ExportedConference;
import org.starbridge.control.export.MediaExporter;

/** Exports that only remember what was asked of them. */
public final class FakeExporter implements MediaExporter, ExportGroup {
    /** What was asked since the last {@link #take}: {@code start x}, {@code change x}, {@code stop x}. */
    private final List<String> asked = new ArrayList<>();

    public final Map<String, ExportSpec> running = new LinkedHashMap<>();
    public boolean isAvailable = true;
    private @Nullable ExportedConference conference;

    /** The conference that was exported last. */
    public ExportedConference conference() {
        return Objects.requireNonNull(conference);
    }

    public List<String> take() {
        List<String> taken = List.copyOf(asked);
        asked.clear();
        return taken;
    }

    @Override
    public boolean isAvailable() {
        return isAvailable;
    }

    @Override
    public @Nullable String objection(URI url) {
        return "forbidden.example".equals(url.getHost()) ? "its host is not among the allowed ones" : null;
    }

    @Override
    public ExportLimits limits() {
        return new ExportLimits(3, 5, 4, 100, 200);
    }

    @Override
    public ExportGroup open(ExportedConference exported) {
        conference = exported;
        return this;
    }

    @Override
    public void start(ExportSpec spec) {
        asked.add("start " + spec.id());
        running.put(spec.id(), spec);
    }

    @Override
    public void change(ExportSpec spec) {
        asked.add("change " + spec.id());
        running.put(spec.id(), spec);
    }

    @Override
    public void stop(String exportId) {
        asked.add("stop " + exportId);
        running.remove(exportId);
    }

    @Override
    public List<ExportReport> reports() {
        return List.of();
    }
}
