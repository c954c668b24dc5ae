package org.starbridge.bridge.config.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.starbridge.bridge.config.BridgeConfigLoader;

/** Holds docs/not-implemented.md to the table in code, and the table to what is read. */
class UnhonouredKeysTest {
    @Test
    void theDocumentationHasTheSameTable() throws IOException {
        String documented = Files.readString(Path.of("..", "..", "docs", "not-implemented.md"));
        for (UnhonouredKeys.Group group : UnhonouredKeys.GROUPS) {
            assertThat(documented).contains(row(group));
        }
        long rows = documented
                .lines()
                .dropWhile(line -> !line.equals("## Configuration"))
                .takeWhile(line -> !line.equals("## Addresses"))
                .filter(line -> line.startsWith("| `"))
                .count();
        assertThat(rows).isEqualTo(UnhonouredKeys.GROUPS.size());
    }

    private static String row(UnhonouredKeys.Group group) {
        return group.keys().stream().map(key -> "`" + key + "`").collect(Collectors.joining(", ", "| ", " | "))
                + group.reason() + " |\n";
    }

    @Test
    void noKeyIsBothReadAndWithoutEffect() {
        Set<String> read = BridgeConfigLoader.honouredKeys();
        assertThat(UnhonouredKeys.REASONS.keySet()).isNotEmpty().doesNotContainAnyElementsOf(read);
        assertThat(read).contains("videobridge.ice.udp.port");
    }

    @Test
    void everyFormerNameLeadsToAKeyThatIsKnown() {
        KnownKeys known = new KnownKeys(BridgeConfigLoader.honouredKeys());
        assertThat(RenamedKey.IN_FILES.values()).allMatch(each -> isKnown(known, each.now()));
        assertThat(RenamedKey.OF_PROPERTIES.values()).allMatch(each -> isKnown(known, each.now()));
    }

    private static boolean isKnown(KnownKeys known, String key) {
        return known.isHonoured(key) || known.whyNotHonoured(key).isPresent();
    }
}
