package org.starbridge.benchmarks.ladder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The part of a document that is written by a program, between two markers. Stateless. */
final class GeneratedPart {
    static final String BEGIN = "<!-- scripts/bench writes from here -->";
    static final String END = "<!-- to here -->";

    private GeneratedPart() {}

    /**
     * The text with another part between its markers.
     *
     * @throws LadderException if it lacks them
     */
    static String replaced(String text, String part) {
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new LadderException("the document has no markers \"" + BEGIN + "\" and \"" + END + "\"");
        }
        return text.substring(0, begin + BEGIN.length()) + "\n\n" + part + "\n" + text.substring(end);
    }

    /**
     * Returns the text between the markers.
     *
     * @throws LadderException if the text lacks them
     */
    static String of(String text) {
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new LadderException("the document has no markers \"" + BEGIN + "\" and \"" + END + "\"");
        }
        return text.substring(begin + BEGIN.length(), end).strip();
    }

    static void replaceIn(Path document, String part) {
        try {
            Files.writeString(document, replaced(Files.readString(document), part));
        } catch (IOException e) {
            throw new LadderException(document + ": " + e.getMessage(), e);
        }
    }
}
