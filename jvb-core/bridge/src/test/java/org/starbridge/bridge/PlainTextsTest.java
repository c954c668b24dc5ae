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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Plain present-day English in texts for users and operators: log lines, errors, help of metrics and options, pages,
 * and comments of the reference configuration. Javadoc begins with its noun or verb.
 */
class PlainTextsTest {
    private static final Path ROOT = Path.of("..", "..");

    private static final List<Pattern> STILTED = patterns();

    /** Group 1 is a comment, group 2 a text block, group 3 a string literal. */
    private static final Pattern TOKEN = Pattern.compile(
            "(/\\*(?s:.*?)\\*/|//[^\n]*)|\"\"\"((?s:.*?))(?<!\\\\)\"\"\"|\"((?:\\\\.|[^\"\\\\\n])*)\"|'(?:\\\\.|[^'\\\\\n])+'");

    private static final Pattern JS_LITERAL =
            Pattern.compile("`[^`]*`|'(?:\\\\.|[^'\\\\\n])*'|\"(?:\\\\.|[^\"\\\\\n])*\"");

    private static final Pattern RESOURCE = Pattern.compile(".*(?<!\\.min)\\.js|.*\\.html|.*\\.conf");

    private static final Pattern JAVADOC = Pattern.compile("/\\*\\*[\\s*]*(\\w+)");
    private static final Pattern QUESTION_WORD =
            Pattern.compile("What|Who|Whose|Whom|How|Which|Why|Where|When|Whether");
    /** Of the Javadocs of all modules, at most. */
    private static final double MOST_QUESTIONS = 0.005;

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
        return files(module, "java", Pattern.compile(".*\\.java"));
    }

    private static List<Path> files(String module, String folder, Pattern name) throws IOException {
        Path main = ROOT.resolve(module).resolve(Path.of("src", "main", folder));
        if (!Files.isDirectory(main)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(main)) {
            return all.filter(
                            file -> name.matcher(file.getFileName().toString()).matches())
                    .toList();
        }
    }

    /** Stilted words in the literals of a source that are texts: those with a space. */
    private static List<String> stilted(String source) {
        List<String> found = new ArrayList<>();
        Matcher tokens = TOKEN.matcher(source);
        while (tokens.find()) {
            String text = tokens.group(2) != null ? tokens.group(2) : tokens.group(3);
            if (text != null && text.strip().contains(" ")) {
                found.addAll(stiltedText(text));
            }
        }
        return found;
    }

    private static List<String> stiltedText(String text) {
        return STILTED.stream()
                .filter(each -> each.matcher(text).find())
                .map(each -> text.strip() + " (" + each + ")")
                .toList();
    }

    /**
     * Stilted words in a page, script or configuration file: in its literals, its text outside tags, or its comments.
     */
    private static List<String> stiltedResource(String name, String content) {
        List<String> texts = new ArrayList<>();
        if (name.endsWith(".js")) {
            JS_LITERAL
                    .matcher(content)
                    .results()
                    .forEach(each ->
                            texts.add(each.group().substring(1, each.group().length() - 1)));
        } else if (name.endsWith(".html")) {
            texts.add(content.replaceAll("(?s)<(script|style)\\b.*?</\\1>", " ").replaceAll("<[^>]*>", " "));
        } else {
            content.lines()
                    .map(String::strip)
                    .filter(line -> line.startsWith("#"))
                    .forEach(line -> texts.add(line.substring(1)));
        }
        return texts.stream()
                .filter(text -> text.strip().contains(" "))
                .flatMap(text -> stiltedText(text).stream())
                .toList();
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
        for (Path resource : files(module, "resources", RESOURCE)) {
            stiltedResource(resource.toString(), Files.readString(resource))
                    .forEach(text -> found.add(resource.getFileName() + ": " + text));
        }
        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a.js   | show("what it sends is lost");
            a.html | <p>A pair is <b>what it sends</b></p>
            a.conf | # An event that is given up.
            """)
    void aStiltedTextInAResourceIsFound(String name, String content) {
        assertThat(stiltedResource(name, content)).hasSize(1);
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
