package org.starbridge.hammer.app;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.CutShort;
import org.starbridge.hammer.CutShortException;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.app.help.OptionGroups;
import org.starbridge.hammer.app.help.ShortUsageError;
import org.starbridge.hammer.app.result.CompareCommand;
import org.starbridge.hammer.app.result.MergeCommand;
import org.starbridge.hammer.app.result.TableCommand;
import org.starbridge.hammer.bridge.BridgeFailure;
import org.starbridge.hammer.media.MediaFileException;
import org.starbridge.hammer.report.Verdict;
import org.starbridge.hammer.scenario.Presets;
import org.starbridge.hammer.scenario.ScenarioList;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The Hammer's command line. */
@Command(
        name = "hammer",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        usageHelpWidth = 100,
        abbreviateSynopsis = true,
        subcommands = {CompareCommand.class, MergeCommand.class, TableCommand.class},
        description = {
            "Joins K full WebRTC clients to a conference of a Colibri2 videobridge, replays recorded audio and video from "
                    + "each, and checks that every packet reaches all others.",
            "",
            "Examples:",
            "  hammer                            ten endpoints for 15 s, with a bridge of its own",
            "  hammer --report out               the same, with a report in out/report.html",
            "  hammer --list                     ready-made scenarios; --preset NAME runs one",
            "  hammer --show NAME > mine.conf    a scenario's file; --scenario mine.conf runs it",
            "  hammer --until lost --report out  finds the largest conference without loss",
            ""
        },
        footer = {
            "",
            "Exit code: 0 if all pairs of endpoints had audio and video, no packet was lost and all compared payloads were "
                    + "right (with --until: if a load held); 1 if not, or if the run could not be made; 2 for a mistake on "
                    + "the command line; 3 if the Hammer itself was too slow for its figures to be trusted, or was ended "
                    + "before its time.",
            "Lost packets were sent but did not arrive, without those that the receivers' kernel dropped."
        })
public final class Main implements Callable<Integer> {
    static final int OK = 0;
    static final int FAILED = 1;
    static final int USAGE = 2;
    static final int UNTRUSTED = 3;

    @Mixin
    private final Arguments arguments = new Arguments();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli fills it in before call()
    private CommandSpec spec;

    /** Runs the Hammer and exits. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return OptionGroups.in(new CommandLine(new Main()).setParameterExceptionHandler(new ShortUsageError()));
    }

    Arguments arguments() {
        return arguments;
    }

    @Override
    public Integer call() throws IOException {
        if (arguments.scenario.isListing() || arguments.scenario.shown() != null) {
            return list(spec.commandLine().getOut());
        }
        String mistake = arguments.scenario.isMeant() ? arguments.scenario.check() : arguments.check();
        if (mistake == null) {
            mistake = OutputFiles.check(arguments);
        }
        if (mistake != null) {
            throw new ParameterException(spec.commandLine(), mistake);
        }
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        PrintWriter errors = spec.commandLine().getErr();
        try {
            List<String> words = spec.commandLine().getParseResult().originalArgs();
            String version = new Version().getVersion()[0];
            CutShort cut = new CutShort();
            try (EndSignal _ = new EndSignal(cut)) {
                return status(new CommandRuns(arguments, words, version, out, cut).execute());
            }
        } catch (MediaFileException | IllegalArgumentException e) {
            errors.println("hammer: " + e.getMessage());
            return USAGE;
        } catch (CutShortException e) {
            errors.println("hammer: cut short, because " + e.getMessage());
            return UNTRUSTED;
        } catch (LoadTestException | BridgeFailure | IOException e) {
            errors.println("hammer: " + e.getMessage());
            return FAILED;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            errors.println("hammer: interrupted");
            return FAILED;
        }
    }

    private static int status(Verdict.Kind kind) {
        return switch (kind) {
            case HELD -> OK;
            case BROKE -> FAILED;
            case UNTRUSTED -> UNTRUSTED;
        };
    }

    private int list(PrintWriter lines) {
        String name = arguments.scenario.shown();
        if (name == null) {
            ScenarioList.lines().forEach(lines::println);
            return OK;
        }
        String text = Presets.text(name);
        if (text == null) {
            throw new ParameterException(
                    spec.commandLine(), "--show " + name + ": expected one of " + String.join(", ", Presets.names()));
        }
        lines.print(text);
        lines.flush();
        return OK;
    }

    /** The version that the jar was built with, and the commit, if the build knew it. */
    static final class Version implements IVersionProvider {
        private static final Attributes.Name COMMIT = new Attributes.Name("Starbridge-Commit");

        @Override
        public String[] getVersion() throws IOException {
            String version = Main.class.getPackage().getImplementationVersion();
            String commit = commit();
            return new String[] {
                "hammer " + (version == null ? "(not from a jar)" : version)
                        + (commit == null ? "" : ", commit " + commit)
            };
        }

        private static @Nullable String commit() throws IOException {
            CodeSource source = Main.class.getProtectionDomain().getCodeSource();
            Path jar = source == null
                    ? null
                    : Path.of(URI.create(source.getLocation().toString()));
            if (jar == null || !Files.isRegularFile(jar)) {
                return null;
            }
            try (JarFile file = new JarFile(jar.toFile())) {
                Manifest manifest = file.getManifest();
                return manifest == null ? null : manifest.getMainAttributes().getValue(COMMIT);
            }
        }
    }
}
