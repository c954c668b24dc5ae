package org.starbridge.bridge;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the modules may know of each other, and where clocks, dice, threads and sockets are. */
class ArchitectureTest {
    private static final String RTP = "org.starbridge.rtp..";
    private static final String TRANSPORT = "org.starbridge.transport..";
    private static final String LAST_N = "org.starbridge.lastn..";
    private static final String BANDWIDTH = "org.starbridge.bandwidth..";
    /** Configuration, reasons and traces; not the algorithms below. */
    private static final String BANDWIDTH_VALUES = "org.starbridge.bandwidth";

    private static final String COLIBRI = "org.starbridge.colibri..";
    private static final String SDP = "org.starbridge.sdp..";
    private static final String PLAYLIST = "org.starbridge.playlist..";
    private static final String RECORDING = "org.starbridge.recording..";
    private static final String MEDIA = "org.starbridge.media..";
    private static final String MEDIA_API = "org.starbridge.media.api..";
    private static final String CONTROL = "org.starbridge.control..";
    private static final String BRIDGE = "org.starbridge.bridge..";

    /** Where bytes meet the kernel, time and threads come in, and the object graph is built. All else is a core. */
    private static final String[] SHELL = {
        "org.starbridge.transport.udp..",
        "org.starbridge.transport.platform..",
        "org.starbridge.colibri.client..",
        "org.starbridge.media.runner..",
        "org.starbridge.bridge.app..",
        "org.starbridge.bridge.nat..",
        "org.starbridge.bridge.doctor..",
        "org.starbridge.bridge.capture..",
        "org.starbridge.bridge.recording..",
        "org.starbridge.bridge.export",
        "org.starbridge.bridge.export.websocket",
        "org.starbridge.bridge.hls..",
        "org.starbridge.bridge.transcode..",
        "org.starbridge.bridge.upgrade..",
        "org.starbridge.bridge.http",
        "org.starbridge.bridge.http.tls",
        "org.starbridge.bridge.rest..",
        "org.starbridge.bridge.webhook",
        "org.starbridge.bridge.websocket..",
        "org.starbridge.bridge.xmpp.."
    };

    /** The one shell among the cores: runs handshakes on a few threads of its own. */
    private static final String HANDSHAKE_THREADS = "org.starbridge.transport.dtls.DtlsHandshakes";

    private static final Set<String> FORBIDDEN_NAMES = Set.of("util", "utils", "common", "helper", "manager", "impl");

    private static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("testkit") && !location.contains("-tests.jar"))
            .importPackages("org.starbridge");

    private static final DescribedPredicate<JavaClass> IN_SHELL = resideInAnyPackage(SHELL)
            .or(DescribedPredicate.describe(
                    "the DTLS handshakes' threads",
                    owner -> owner.getName().equals(HANDSHAKE_THREADS)
                            || owner.getName().startsWith(HANDSHAKE_THREADS + "$")));

    private static DescribedPredicate<JavaClass> oursBut(String... packages) {
        return resideInAPackage("org.starbridge..")
                .and(DescribedPredicate.not(resideInAnyPackage(packages)))
                .as("another module");
    }

    @Test
    void everyModuleIsLookedAt() {
        for (String module : new String[] {RTP, TRANSPORT, LAST_N, BANDWIDTH, COLIBRI, SDP, MEDIA, CONTROL, BRIDGE}) {
            assertThat(OURS.that(resideInAPackage(module))).as(module).isNotEmpty();
        }
    }

    @Test
    void rtpKnowsNobody() {
        noClasses()
                .that()
                .resideInAPackage(RTP)
                .should()
                .dependOnClassesThat(oursBut(RTP))
                .check(OURS);
    }

    @Test
    void transportKnowsRtpOnly() {
        noClasses()
                .that()
                .resideInAPackage(TRANSPORT)
                .should()
                .dependOnClassesThat(oursBut(RTP, TRANSPORT))
                .check(OURS);
    }

    @Test
    void theBridgeHasNoEmulatedLinks() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.starbridge.transport.link..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.starbridge.transport.link..")
                .check(OURS);
    }

    /** A record holds keys: what can make or read one is in one place. */
    @Test
    void onlyTheSnapshotsOfSessionsAndConferencesAreMadeAndRead() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.starbridge.rtp.state..")
                .and()
                .doNotHaveFullyQualifiedName("org.starbridge.media.endpoint.SessionSnapshot")
                .and()
                .doNotHaveFullyQualifiedName("org.starbridge.control.conference.ConferenceMoves")
                .and()
                .doNotHaveFullyQualifiedName("org.starbridge.media.blackbox.CommandCodec") // no keys go through it
                .should()
                .dependOnClassesThat()
                .haveNameMatching("org\\.starbridge\\.rtp\\.state\\.State(Writer|Reader)")
                .check(OURS);
    }

    @Test
    void lastNKnowsNobody() {
        noClasses()
                .that()
                .resideInAPackage(LAST_N)
                .should()
                .dependOnClassesThat(oursBut(LAST_N))
                .allowEmptyShould(true)
                .check(OURS);
    }

    @Test
    void bandwidthKnowsNobody() {
        noClasses()
                .that()
                .resideInAPackage(BANDWIDTH)
                .should()
                .dependOnClassesThat(oursBut(BANDWIDTH))
                .check(OURS);
    }

    @Test
    void colibriKnowsNobody() {
        noClasses()
                .that()
                .resideInAPackage(COLIBRI)
                .should()
                .dependOnClassesThat(oursBut(COLIBRI))
                .check(OURS);
    }

    @Test
    void sdpKnowsNobody() {
        noClasses()
                .that()
                .resideInAPackage(SDP)
                .should()
                .dependOnClassesThat(oursBut(SDP))
                .check(OURS);
    }

    @Test
    void playlistKnowsNobody() {
        noClasses()
                .that()
                .resideInAPackage(PLAYLIST)
                .should()
                .dependOnClassesThat(oursBut(PLAYLIST))
                .check(OURS);
    }

    @Test
    void recordingKnowsNobody() {
        noClasses()
                .that()
                .resideInAPackage(RECORDING)
                .should()
                .dependOnClassesThat(oursBut(RECORDING))
                .check(OURS);
    }

    @Test
    void mediaKnowsNeitherControlNorTheServer() {
        noClasses()
                .that()
                .resideInAPackage(MEDIA)
                .should()
                .dependOnClassesThat(oursBut(RTP, TRANSPORT, LAST_N, BANDWIDTH, MEDIA))
                .check(OURS);
    }

    @Test
    void controlKnowsOfMediaOnlyItsApi() {
        noClasses()
                .that()
                .resideInAPackage(CONTROL)
                .should()
                .dependOnClassesThat(oursBut(RTP, TRANSPORT, LAST_N, BANDWIDTH_VALUES, COLIBRI, MEDIA_API, CONTROL))
                .check(OURS);
    }

    @Test
    void theMediaApiKnowsNoMediaRoom() {
        noClasses()
                .that()
                .resideInAPackage(MEDIA_API)
                .should()
                .dependOnClassesThat(oursBut(RTP, TRANSPORT, LAST_N, BANDWIDTH_VALUES, MEDIA_API))
                .check(OURS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rtp", "transport", "lastn", "bandwidth", "colibri", "media", "control", "bridge"})
    void packagesOfAModuleHaveNoCycles(String module) {
        slices().matching("org.starbridge." + module + ".(**)")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(OURS);
    }

    /** Benchmarks measure package-private parts, and the simulator runs them, in packages of what they use. */
    @Test
    void aPackageBelongsToOneModule() throws IOException {
        Map<String, Set<String>> modulesOf = new TreeMap<>();
        for (String module : PlainWordsTest.modules().toList()) {
            Path sources = Path.of("..", "..", module, "src", "main", "java");
            if (!module.equals("lab/benchmarks") && !module.equals("lab/simulation") && Files.isDirectory(sources)) {
                try (Stream<Path> files = Files.walk(sources)) {
                    files.filter(file -> file.endsWith("package-info.java"))
                            .map(file -> sources.relativize(file).getParent().toString())
                            .forEach(each -> modulesOf
                                    .computeIfAbsent(each, _ -> new TreeSet<>())
                                    .add(module));
                }
            }
        }
        assertThat(modulesOf)
                .hasSizeGreaterThan(100)
                .allSatisfy((name, modules) -> assertThat(modules).as(name).hasSize(1));
    }

    @Test
    void onlyShellsKnowWhatTimeItIs() {
        noClasses()
                .that(DescribedPredicate.not(IN_SHELL))
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Instant.class, "now")
                .check(OURS);
    }

    @Test
    void nobodyRollsDiceWithoutASeed() {
        noClasses().should().callConstructor(Random.class).check(OURS);
        noClasses()
                .that(DescribedPredicate.not(IN_SHELL))
                .should()
                .callMethod(Math.class, "random")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.concurrent.ThreadLocalRandom")
                .check(OURS);
    }

    @Test
    void onlyShellsHaveThreads() {
        noClasses()
                .that(DescribedPredicate.not(IN_SHELL))
                .should()
                .callCodeUnitWhere(DescribedPredicate.describe(
                        "starts a thread",
                        call -> startsThread(
                                call.getTarget().getOwner(), call.getTarget().getName())))
                .check(OURS);
    }

    private static boolean startsThread(JavaClass owner, String name) {
        return switch (owner.getName()) {
            case "java.lang.Thread" ->
                name.equals("<init>") || name.startsWith("of") || name.startsWith("start") || name.equals("sleep");
            case "java.util.concurrent.Executors", "java.util.Timer" -> true;
            default -> false;
        };
    }

    @Test
    void onlyShellsHaveSockets() {
        noClasses()
                .that(DescribedPredicate.not(IN_SHELL))
                .should()
                .dependOnClassesThat(DescribedPredicate.describe(
                        "are sockets", target -> isSocket(target.getPackageName(), target.getSimpleName())))
                .check(OURS);
    }

    private static boolean isSocket(String packageName, String name) {
        return packageName.equals("java.nio.channels")
                || packageName.startsWith("java.net.http")
                || packageName.startsWith("org.eclipse.jetty")
                || (packageName.equals("java.net")
                        && (name.equals("Socket") || name.equals("ServerSocket") || name.equals("DatagramSocket")));
    }

    @Test
    void pureModulesDoNotLog() {
        noClasses()
                .that()
                .resideInAnyPackage(RTP, LAST_N, BANDWIDTH)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.slf4j..", "java.util.logging..")
                .check(OURS);
    }

    @Test
    void nobodyKnowsTheApplication() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.starbridge.bridge.app..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.starbridge.bridge.app..")
                .check(OURS);
    }

    @Test
    void routesKnowNoServer() {
        noClasses()
                .that()
                .resideInAPackage("org.starbridge.bridge.http.route..")
                .should()
                .dependOnClassesThat(oursBut("org.starbridge.bridge.http.route.."))
                .check(OURS);
    }

    @Test
    void tlsOfHttpKnowsOnlyHowAConfigurationIsRead() {
        noClasses()
                .that()
                .resideInAPackage("org.starbridge.bridge.http.tls..")
                .should()
                .dependOnClassesThat(
                        oursBut("org.starbridge.bridge.http.tls..", "org.starbridge.bridge.config.reader.."))
                .check(OURS);
    }

    @Test
    void theMonitorKnowsNothingOfTheApplicationButItsMedia() {
        noClasses()
                .that()
                .resideInAPackage("org.starbridge.bridge.app.monitor..")
                .should()
                .dependOnClassesThat(resideInAPackage("org.starbridge.bridge.app..")
                        .and(DescribedPredicate.not(resideInAnyPackage(
                                "org.starbridge.bridge.app.monitor..", "org.starbridge.bridge.app.media.."))))
                .check(OURS);
    }

    @Test
    void onlyTheirThreadsAndTheApplicationKnowTheWorkers() {
        classes()
                .that()
                .resideInAPackage("org.starbridge.media.worker..")
                .should()
                .onlyHaveDependentClassesThat()
                .resideInAnyPackage(
                        "org.starbridge.media.worker..", "org.starbridge.media.runner..", "org.starbridge.bridge.app..")
                .check(OURS);
    }

    @Test
    void packagesAreNamedAfterWhatTheyAreAbout() {
        Set<String> bad = new TreeSet<>();
        for (JavaClass each : OURS) {
            for (String part : each.getPackageName().split("\\.", -1)) {
                if (FORBIDDEN_NAMES.contains(part)) {
                    bad.add(each.getPackageName());
                }
            }
        }
        assertThat(bad).isEmpty();
    }

    @Test
    void everyPackageSaysWhatItIsAndIsNullMarked() {
        Set<String> bad = new TreeSet<>();
        for (JavaClass each : OURS) {
            JavaPackage home = each.getPackage();
            if (!home.isAnnotatedWith(NullMarked.class)) {
                bad.add(home.getName());
            }
        }
        assertThat(bad).isEmpty();
    }
}
