package org.starbridge.hammer.app;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.badlink.BadLinks;
import org.starbridge.hammer.bridge.BridgeFailure;
import org.starbridge.hammer.media.MediaFileException;
import org.starbridge.hammer.report.HostileReport;
import org.starbridge.hammer.report.JsonReport;
import org.starbridge.hammer.report.RunReport;
import org.starbridge.hammer.report.SoakReport;
import org.starbridge.hammer.report.SummaryTable;
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
        description = {
            "Joins K full WebRTC clients to one conference of a Colibri2 videobridge, replays recorded audio and video from "
                    + "each, and says whether every packet reached every other one.",
            ""
        },
        footer = {
            "",
            "Exit code: 0 if all couples of endpoints had audio and video, nothing was lost and all compared payloads were "
                    + "right; 1 if not, or if the run could not be made; 2 for a mistake on the command line.",
            "Lost is what was sent, less what arrived, less what the receivers' own kernel dropped."
        })
public final class Main implements Callable<Integer> {
    static final int OK = 0;
    static final int FAILED = 1;
    static final int USAGE = 2;

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
        return new CommandLine(new Main()).setParameterExceptionHandler(new ShortUsageError());
    }

    Arguments arguments() {
        return arguments;
    }

    @Override
    public Integer call() throws IOException {
        if (arguments.links.isListing) {
            PrintWriter lines = spec.commandLine().getOut();
            BadLinks.lines().forEach(lines::println);
            return OK;
        }
        String mistake = arguments.check();
        if (mistake != null) {
            throw new ParameterException(spec.commandLine(), mistake);
        }
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        PrintWriter errors = spec.commandLine().getErr();
        try {
            if (arguments.links.scenario != null) {
                return new BadLinkRuns(arguments, out).execute(arguments.links.scenario) ? OK : FAILED;
            }
            LoadTest run = new LoadTest(arguments, out);
            RunReport report = run.execute();
            SummaryTable.lines(report).forEach(out::println);
            write(report, run);
            return judge(report, run, out) ? OK : FAILED;
        } catch (MediaFileException | IllegalArgumentException e) {
            errors.println("hammer: " + e.getMessage());
            return USAGE;
        } catch (LoadTestException | BridgeFailure | IOException e) {
            errors.println("hammer: " + e.getMessage());
            return FAILED;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            errors.println("hammer: interrupted");
            return FAILED;
        }
    }

    private void write(RunReport report, LoadTest run) throws IOException {
        Path json = arguments.json;
        if (json != null) {
            Files.writeString(json, JsonReport.write(report, run.hostileReport(), run.soakReport()));
        }
        Path csv = arguments.csv;
        SoakReport soak = run.soakReport();
        if (csv != null && soak != null) {
            Files.writeString(csv, soak.csv());
        }
    }

    /** Says what came of it. Loss fails a run, but not one in which processes are stopped. */
    private static boolean judge(RunReport report, LoadTest run, PrintStream out) {
        SoakReport soak = run.soakReport();
        if (soak != null) {
            soak.lines().forEach(out::println);
            List<String> problems = soak.problems();
            boolean isWhole = report.contentErrors() == 0 && report.couplesReceived() == report.couplesExpected();
            out.println(
                    problems.isEmpty() && isWhole
                            ? "PASSED: media came back after each pause, and the bridge holds no more than before."
                            : "FAILED: " + (isWhole ? "" : "couples are missing or payloads changed; ")
                                    + String.join("; ", problems));
            return problems.isEmpty() && isWhole;
        }
        HostileReport hostile = run.hostileReport();
        List<String> problems = hostile == null ? List.of() : hostile.problems();
        if (hostile != null) {
            hostile.lines().forEach(out::println);
        }
        out.println(SummaryTable.verdict(report));
        if (!problems.isEmpty()) {
            out.println("FAILED under attack: " + String.join("; ", problems));
        }
        return report.passed() && problems.isEmpty();
    }

    /** The version that the jar was built with. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"hammer " + (version == null ? "(not from a jar)" : version)};
        }
    }
}
