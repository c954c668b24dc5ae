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

/** Comments and documents are written in plain present-day English. */
class PlainWordsTest {
    /** Words that a technical text does without. All of them are listed here. */
    private static final Pattern STILTED = Pattern.compile(
            "\\b(?:nobody|somebody|whoever|whomever|anew|for ever|besides|thereof|is told|are told)\\b",
            Pattern.CASE_INSENSITIVE);

    /** Further words that documents do without. */
    private static final Pattern STILTED_IN_DOCUMENTS = Pattern.compile(
            STILTED.pattern() + "|\\b(?:everybody|anybody|all the same|can not|in vain|for want of|of former times)\\b",
            Pattern.CASE_INSENSITIVE);

    /** Literals, so that comment signs in them count as text; group 1 is a comment. */
    private static final Pattern COMMENT_OR_LITERAL = Pattern.compile(
            "\"\"\"(?s:.*?)\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])+'|(/\\*(?s:.*?)\\*/|//[^\n]*)");

    private static final Path ROOT = Path.of("..", "..");

    static Stream<String> modules() throws IOException {
        try (Stream<Path> poms = Files.find(ROOT, 3, (path, attributes) -> path.endsWith("pom.xml"))) {
            return poms
                    .map(Path::getParent)
                    .filter(module -> Files.isDirectory(module.resolve("src")))
                    .map(module -> ROOT.relativize(module).toString())
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @Test
    void modulesAreFound() throws IOException {
        assertThat(modules()).contains("lib/rtp", "jvb-core/bridge", "lab/fuzz", "hammer");
    }

    @ParameterizedTest
    @MethodSource("modules")
    void commentsOfTheModuleUsePlainWords(String module) throws IOException {
        List<Path> sources = files(ROOT.resolve(module).resolve("src"), ".java");
        assertThat(sources).isNotEmpty();
        List<String> found = new ArrayList<>();
        for (Path source : sources) {
            found.addAll(stilted(source, comments(Files.readString(source))));
        }
        assertThat(found).isEmpty();
    }

    @Test
    void documentsUsePlainWords() throws IOException {
        List<Path> documents = new ArrayList<>(files(ROOT.resolve("docs"), ".md"));
        try (Stream<Path> top = Files.list(ROOT)) {
            top.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
        }
        documents.addAll(files(ROOT.resolve("scripts"), ".md"));
        List<String> found = new ArrayList<>();
        for (Path document : documents) {
            found.addAll(stilted(STILTED_IN_DOCUMENTS, document, Files.readString(document)));
        }
        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/** Nobody knows. */", "int i; // done for ever", "/*\n * It is\n * told.\n */"})
    void aStiltedWordInACommentIsFound(String source) {
        assertThat(stilted(Path.of("A.java"), comments(source))).hasSize(1);
    }

    @Test
    void aStiltedWordInADocumentIsFound() {
        assertThat(stilted(STILTED_IN_DOCUMENTS, Path.of("a.md"), "Everybody may watch."))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"String a = \"// nobody\";", "int anew;", "/** Besieged. */", "char c = '\"'; // \"x\""})
    void otherWordsAndCodeAreNot(String source) {
        assertThat(stilted(Path.of("A.java"), comments(source))).isEmpty();
    }

    private static List<Path> files(Path directory, String ending) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(file -> file.toString().endsWith(ending)).toList();
        }
    }

    /** The text of all comments, without the asterisks at the beginning of lines. */
    private static String comments(String source) {
        StringBuilder text = new StringBuilder();
        Matcher matcher = COMMENT_OR_LITERAL.matcher(source);
        while (matcher.find()) {
            if (matcher.group(1) != null) {
                text.append(matcher.group(1).replaceAll("(?m)^\\s*\\*(?!/)", " "))
                        .append('\n');
            }
        }
        return text.toString();
    }

    private static List<String> stilted(Path file, String text) {
        return stilted(STILTED, file, text);
    }

    private static List<String> stilted(Pattern words, Path file, String text) {
        return words.matcher(text.replaceAll("\\s+", " "))
                .results()
                .map(found -> file + ": " + found.group())
                .toList();
    }
}
