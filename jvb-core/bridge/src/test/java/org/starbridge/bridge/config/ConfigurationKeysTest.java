package org.starbridge.bridge.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigSyntax;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** {@code docs/configuration-keys.md} is made of {@code reference.conf}, so a key is described in one place only. */
class ConfigurationKeysTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "configuration-keys.md");

    private static final String HEAD = """
            # All configuration keys

            Each key that the bridge honours, its default, and its meaning. [configuration.md](configuration.md) explains how they
            work together. This page is made of `reference.conf`; after a change there, write it with
            `scripts/test -pl jvb-core/bridge -am -Dtest=ConfigurationKeysTest -Dsurefire.failIfNoSpecifiedTests=false
            -Dstarbridge.docs.write=true`.

            | Key | Default | Meaning |
            |---|---|---|
            """;

    private static String page() {
        Config reference = ConfigFactory.parseResources(
                ConfigurationKeysTest.class,
                "reference.conf",
                ConfigParseOptions.defaults().setSyntax(ConfigSyntax.CONF).setAllowMissing(false));
        SortedMap<String, String> rows = new TreeMap<>();
        collect(reference.resolve().root(), "", "", rows);
        return HEAD + String.join("", rows.values());
    }

    /** The comment of a section is that of each key in it that has none. */
    private static void collect(ConfigObject object, String path, String inherited, Map<String, String> rows) {
        for (Map.Entry<String, ConfigValue> entry : object.entrySet()) {
            String key = path + ConfigUtil.joinPath(entry.getKey());
            ConfigValue value = entry.getValue();
            String comment = comment(value.origin().comments(), inherited);
            if (value.valueType() == ConfigValueType.OBJECT && !((ConfigObject) value).isEmpty()) {
                collect((ConfigObject) value, key + ".", comment, rows);
            } else {
                rows.put(key, "| `" + key + "` | `" + rendered(value) + "` | " + comment + " |\n");
            }
        }
    }

    private static String comment(List<String> lines, String inherited) {
        String own =
                String.join(" ", lines.stream().map(String::strip).toList()).strip();
        return own.isEmpty() ? inherited : own.replace("|", "\\|").replace("<", "&lt;");
    }

    private static String rendered(ConfigValue value) {
        return value.render(ConfigRenderOptions.concise()).replace("|", "\\|");
    }

    @Test
    void thePageHasEachKeyWithItsDefaultAndItsMeaning() throws IOException {
        String page = page();
        if (Boolean.getBoolean("starbridge.docs.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE))
                .as("made of reference.conf; see the head of the page")
                .isEqualTo(page);
    }

    @Test
    void eachKeyHasAMeaning() {
        assertThat(page().lines().filter(line -> line.endsWith("|  |"))).isEmpty();
    }
}
