package org.starbridge.hammer.bridge;

import java.util.ArrayDeque;

/** The last lines that a process printed, to show them if it fails. Thread safe. */
final class LastLines {
    private static final int LINES = 20;
    private static final int MAX_LINE_CHARS = 400;

    private final ArrayDeque<String> lines = new ArrayDeque<>();

    synchronized void add(String line) {
        if (lines.size() == LINES) {
            lines.removeFirst();
        }
        lines.addLast(line.length() > MAX_LINE_CHARS ? line.substring(0, MAX_LINE_CHARS) + "..." : line);
    }

    /** The lines, each indented. */
    synchronized String indented() {
        return lines.isEmpty() ? "    (nothing)" : "    " + String.join("\n    ", lines);
    }

    synchronized boolean mentions(String word) {
        return lines.stream().anyMatch(line -> line.contains(word));
    }
}
