package org.starbridge.hammer;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Which packages of the Hammer may refer to which. What judges the bridge shares none of its code. */
class ArchitectureTest {
    private static final JavaClasses HAMMER = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.starbridge.hammer");

    @Test
    void looksAtTheHammer() {
        assertThat(HAMMER).hasSizeGreaterThan(50);
    }

    @Test
    void sharesNoBridgeCode() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.starbridge.media..",
                        "org.starbridge.control..",
                        "org.starbridge.bridge..",
                        "org.starbridge.lastn..")
                .check(HAMMER);
    }

    @Test
    void packagesHaveNoCycle() {
        slices().matching("org.starbridge.hammer.(**)")
                .should()
                .beFreeOfCycles()
                .check(HAMMER);
    }

    @Test
    void measuringAndMediaKnowNoClockThreadOrSocket() {
        noClasses()
                .that()
                .resideInAnyPackage("org.starbridge.hammer.measure..", "org.starbridge.hammer.media..")
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.lang.Thread")
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage("java.net..", "org.starbridge.transport.udp..")
                .check(HAMMER);
    }

    @Test
    void noPackageRefersToTheCommandLine() {
        classes()
                .that()
                .resideInAPackage("org.starbridge.hammer.app..")
                .should()
                .onlyHaveDependentClassesThat()
                .resideInAPackage("org.starbridge.hammer.app..")
                .check(HAMMER);
    }
}
