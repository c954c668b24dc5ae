package org.starbridge.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Texts for users and operators, such as log lines, errors, and help of metrics and options, are in plain present-day
 * English, and Javadoc begins with its noun or verb.
 */
class PlainTextsTest {
    private static final Path ROOT = Path.of("..", "..");

    private static final List<Pattern> STILTED = patterns();

    /** Group 1 is a comment, group 2 a text block, group 3 a string literal. */
    private static final Pattern TOKEN = Pattern.compile(
            "(/\\*(?s:.*?)\\*/|//[^\n]*)|\"\"\"((?s:.*?))(?<!\\\\)\"\"\"|\"((?:\\\\.|[^\"\\\\\n])*)\"|'(?:\\\\.|[^'\\\\\n])+'");

    private static final Pattern JAVADOC = Pattern.compile("/\\*\\*[\\s*]*(\\w+)");
    private static final Pattern QUESTION_WORD =
            Pattern.compile("What|Who|Whose|Whom|How|Which|Why|Where|When|Whether");
    /** Of the Javadocs of all modules, at most. */
    private static final double MOST_QUESTIONS = 0.02;

    private static List<Pattern> patterns() {
        Path file = Path.of("src", "test", "resources", "org", "starbridge", "bridge", "stilted-texts.txt");
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> !line.startsWith("#"))
                    .map(line -> Pattern.compile(line, Pattern.CASE_INSENSITIVE))
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Path> mainSources(String module) throws IOException {
        Path main = ROOT.resolve(module).resolve(Path.of("src", "main", "java"));
        if (!Files.isDirectory(main)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(main)) {
            return all.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    /** Stilted words in the literals of a source that are texts: those with a space. */
    private static List<String> stilted(String source) {
        List<String> found = new ArrayList<>();
        Matcher tokens = TOKEN.matcher(source);
        while (tokens.find()) {
            String text = tokens.group(2) != null ? tokens.group(2) : tokens.group(3);
            if (text != null && text.strip().contains(" ")) {
                for (Pattern each : STILTED) {
                    if (each.matcher(text).find()) {
                        found.add(text.strip() + " (" + each + ")");
                    }
                }
            }
        }
        return found;
    }

    static Stream<String> modules() throws IOException {
        return PlainWordsTest.modules();
    }

    @ParameterizedTest
    @MethodSource("modules")
    void textsOfTheModuleAreInPlainWords(String module) throws IOException {
        List<String> found = new ArrayList<>();
        for (Path source : mainSources(module)) {
            stilted(Files.readString(source)).forEach(text -> found.add(source.getFileName() + ": " + text));
        }
        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "log(\"the worker met a bug\");",
                "@Option(description = \"How long it runs.\")",
                "String a = \"\"\"\n  that can not be read\n  \"\"\";"
            })
    void aStiltedTextIsFound(String source) {
        assertThat(stilted(source)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/** It met a bug. */", "// How long it runs", "String a = \"anew\";", "log(\"how long\");"})
    void commentsAndNamesAreNoTexts(String source) {
        assertThat(stilted(source)).isEmpty();
    }

    @Test
    void javadocBeginsWithItsNounOrVerb() throws IOException {
        int count = 0;
        List<String> questions = new ArrayList<>();
        for (String module : modules().toList()) {
            for (Path source : mainSources(module)) {
                Matcher javadocs = JAVADOC.matcher(Files.readString(source));
                while (javadocs.find()) {
                    count++;
                    if (QUESTION_WORD.matcher(javadocs.group(1)).matches()) {
                        questions.add(source.getFileName() + ": " + javadocs.group(1));
                    }
                }
            }
        }
        assertThat(count).isGreaterThan(5000);
        assertThat(questions).hasSizeLessThan((int) (MOST_QUESTIONS * count));
    }
}
