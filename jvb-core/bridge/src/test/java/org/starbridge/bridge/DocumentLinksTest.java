package org.starbridge.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Links between documents, and the index of decisions. */
class DocumentLinksTest {
    private static final Path ROOT = Path.of("..", "..");
    private static final Path DECISIONS = ROOT.resolve("docs").resolve("decisions");
    /** Group 1 is the target without its anchor, group 2 the anchor. */
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]*)(?:#([^)\\s]*))?\\)");

    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*)$");

    static List<Path> documents() throws IOException {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
                Stream<Path> scripts = Files.walk(ROOT.resolve("scripts"))) {
            return Stream.of(top, docs, scripts)
                    .flatMap(each -> each)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyLinkLeadsSomewhere(Path document) throws IOException {
        List<String> broken = new ArrayList<>();
        Matcher links = LINK.matcher(Files.readString(document));
        while (links.find()) {
            if (links.group(1).contains(":")) {
                continue; // of another site
            }
            Path target = links.group(1).isEmpty() ? document : document.resolveSibling(links.group(1));
            String anchor = links.group(2);
            if (!Files.exists(target) || (anchor != null && !anchors(target).contains(anchor))) {
                broken.add(links.group());
            }
        }
        assertThat(broken).isEmpty();
    }

    /** Anchors of the headings of a document, as forges make them. */
    private static List<String> anchors(Path document) throws IOException {
        return HEADING.matcher(Files.readString(document))
                .results()
                .map(heading -> heading.group(1)
                        .trim()
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'))
                .toList();
    }

    @Test
    void theIndexOfDecisionsHasThemAll() throws IOException {
        String index = Files.readString(DECISIONS.resolve("README.md"));
        try (Stream<Path> files = Files.list(DECISIONS)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> !name.equals("README.md")))
                    .allSatisfy(name -> assertThat(index).contains("(" + name + ")"));
        }
    }

    /** A decision that does not hold names the one that replaces it. */
    @Test
    void theIndexOfDecisionsHasOneLineAndStateForEach() throws IOException {
        List<List<String>> rows = Files.readAllLines(DECISIONS.resolve("README.md")).stream()
                .filter(line -> line.matches("\\| \\d+ \\|.*"))
                .map(line -> Stream.of(line.split("\\|")).map(String::strip).toList())
                .toList();
        assertThat(rows.stream().map(row -> row.get(1)).toList()).doesNotHaveDuplicates();
        assertThat(rows).allSatisfy(row -> assertThat(row.get(3)).matches("holds|.*\\(\\d{3}-.*\\.md\\).*"));
    }

    @Test
    void classesThatContributingNamesExist() throws IOException {
        Path root = DECISIONS.resolve("..").resolve("..");
        List<String> classes = Pattern.compile("`([A-Z][a-z]+[A-Z]\\w+)`")
                .matcher(Files.readString(root.resolve("CONTRIBUTING.md")))
                .results()
                .map(found -> found.group(1) + ".java")
                .toList();
        assertThat(classes).hasSizeGreaterThan(15);
        Set<String> sources = new HashSet<>();
        for (String folder : List.of("jvb-core", "hammer", "lab", "lib")) {
            try (Stream<Path> files = Files.walk(root.resolve(folder))) {
                files.forEach(file -> sources.add(file.getFileName().toString()));
            }
        }
        assertThat(sources).containsAll(classes);
    }
}
