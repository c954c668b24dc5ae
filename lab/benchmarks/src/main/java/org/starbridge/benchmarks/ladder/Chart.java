package org.starbridge.benchmarks.ladder;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A picture of what a packet costs, bars beside the floor's, as SVG that reads on light and dark pages. Stateless. */
final class Chart {
    private static final int LEFT = 250;
    private static final int WIDTH = 860;
    private static final int BAR = 14;
    private static final int GAP = 10;
    private static final int RIGHT_LABEL = 130;

    private Chart() {}

    static String svg(Results results) {
        Map<Plan.Cell, Figures> medians = results.medians();
        double most = medians.values().stream()
                .filter(each -> !Double.isNaN(each.micros()))
                .mapToDouble(Figures::micros)
                .max()
                .orElse(1);
        double scale = (WIDTH - LEFT - RIGHT_LABEL) / most;
        List<String> shapes = new ArrayList<>();
        int y = 50;
        Row last = null;
        for (Map.Entry<Plan.Cell, Figures> entry : medians.entrySet()) {
            Plan.Cell cell = entry.getKey();
            Figures figures = entry.getValue();
            if (Double.isNaN(figures.micros())) {
                continue;
            }
            if (!cell.row().equals(last)) {
                y += last == null ? 0 : GAP;
                last = cell.row();
                shapes.add(text(10, y + BAR - 3, "start", cell.row().label()));
            }
            double user = figures.userMicros() * scale;
            double system = figures.systemMicros() * scale;
            String color = cell.target().isFloor() ? "#8a8f98" : "#2f6fde";
            shapes.add(text(LEFT - 8, y + BAR - 3, "end", cell.target().label()));
            shapes.add(rectangle(LEFT, y, user, color, 1));
            shapes.add(rectangle(LEFT + user, y, system, color, 0.55));
            shapes.add(text((int) (LEFT + user + system + 6), y + BAR - 3, "start", label(results, cell, figures)));
            y += BAR + 3;
        }
        return """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12" \
                role="img" aria-label="CPU time for each forwarded packet, bridge and floor">
                <style>text { fill: #24292f; } @media (prefers-color-scheme: dark) { text { fill: #d0d7de; } }</style>
                <text x="10" y="20" font-size="15">CPU time for each forwarded packet, µs: \
                dark in the program, light in the kernel</text>
                %s
                </svg>
                """.formatted(WIDTH, y + 10, String.join("\n", shapes));
    }

    private static String label(Results results, Plan.Cell cell, Figures figures) {
        String micros = String.format(Locale.ROOT, "%.2f", figures.micros());
        double times = results.timesFloor(cell);
        String ratio = cell.target().isFloor() || Double.isNaN(times)
                ? ""
                : String.format(Locale.ROOT, " = %.2f × floor", times);
        return micros + ratio + (figures.hammerSaturated() ? " (?)" : "");
    }

    private static String rectangle(double x, int y, double width, String color, double opacity) {
        return String.format(
                Locale.ROOT,
                "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\" fill-opacity=\"%.2f\"/>",
                x,
                y,
                width,
                BAR,
                color,
                opacity);
    }

    private static String text(int x, int y, String anchor, String words) {
        return String.format(Locale.ROOT, "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>", x, y, anchor, words);
    }
}
