package org.starbridge.bridge.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What {@code scripts/package --check} runs with the runtime of a package, with the JDK. */
class PackagedRuntimeTest {
    private static final Pattern ROW = Pattern.compile("(?:with|without) \\S+ +\\S.*");

    @Test
    void aJdkLacksNothingThatIsFoundByName() {
        assertThat(RuntimeServices.failures()).isEmpty();
    }

    @Test
    void eachModuleIsListedOnceWithAReason() throws IOException {
        List<String> rows = Files.readAllLines(Path.of("..", "..", "scripts", "packaging", "modules")).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
        assertThat(rows).hasSizeGreaterThan(10).allMatch(row -> ROW.matcher(row).matches());
        List<String> modules = rows.stream().map(row -> row.split(" +", 3)[1]).toList();
        assertThat(modules).doesNotHaveDuplicates();
        assertThat(rows.stream().filter(row -> row.startsWith("with ")).map(row -> row.split(" +", 3)[1]))
                .allMatch(module -> ModuleFinder.ofSystem().find(module).isPresent())
                .contains("jdk.naming.dns");
    }

    /** The name of the class is in a constant of Smack's; without the module that has it no XMPP client starts. */
    @Test
    void aClassThatALibraryNamesInAConstantIsFound() throws IOException {
        Path library = Path.of(org.jivesoftware.smack.util.dns.javax.JavaxResolver.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        Path folder = Files.createTempDirectory("starbridge-names");
        Path copy = Files.copy(library, folder.resolve("library.jar"));
        try {
            ClassesByName names = ClassesByName.of(folder);
            assertThat(names.faults()).isEmpty();
            assertThat(names.lines())
                    .contains("class jdk.naming.dns com.sun.jndi.dns.DnsContextFactory")
                    .contains("offer jdk.naming.dns javax.naming.spi.InitialContextFactory")
                    .contains("sasl java.security.sasl DIGEST-MD5");
        } finally {
            Files.delete(copy);
            Files.delete(folder);
        }
    }
}
