package org.starbridge.bridge.app.replay;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.doctor.DoctorCommand;
import org.starbridge.media.blackbox.Event;
import org.starbridge.media.blackbox.EventKind;
import org.starbridge.media.blackbox.LogFile;
import org.starbridge.media.replay.Difference;
import org.starbridge.media.replay.Explanation;
import org.starbridge.media.worker.ConferenceReplay;
import org.starbridge.rtp.state.StateException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code starbridge replay FILE}: does again what a log of a conference says, and compares. Stateless. */
public final class ReplayCommand {
    private static final int EXIT_DIFFERENT = 1;
    private static final int EXIT_UNUSABLE = 2;

    private static final String FILE = "FILE";
    private static final String UNTIL = "--until";
    private static final String PARTICIPANT = "--participant";
    private static final String EXPLAIN = "--explain";
    private static final String WHAT_IF = "--what-if";

    private ReplayCommand() {}

    /** The subcommand and its options. */
    public static CommandSpec spec() {
        CommandSpec command = CommandSpec.create().name("replay");
        command.usageMessage()
                .description(
                        "Replays a log that POST /debug/CONFERENCE/record wrote, in virtual time, and compares each"
                                + " decision and each packet with the recorded one.",
                        "Exit status 0 if all are the same, 1 at the first difference, 2 if the file cannot be used.");
        command.addPositional(PositionalParamSpec.builder()
                .paramLabel(FILE)
                .index("0")
                .type(Path.class)
                .required(true)
                .description("Log of a conference.")
                .build());
        command.addOption(OptionSpec.builder(UNTIL)
                .paramLabel("SECONDS")
                .type(double.class)
                .description("Stop after this time of each segment, in seconds.")
                .build());
        command.addOption(OptionSpec.builder(PARTICIPANT)
                .paramLabel("N")
                .type(int.class)
                .description("With --explain: only the endpoint with this number.")
                .build());
        command.addOption(OptionSpec.builder(EXPLAIN)
                .description("Print the decisions: layers, allocations, estimates, requests for key frames.")
                .build());
        command.addOption(OptionSpec.builder(WHAT_IF)
                .paramLabel("KEY=VALUE")
                .type(String[].class)
                .arity("1")
                .description("Replay with another value of a configuration key and print what would have been sent."
                        + " Clients and selection do as recorded: they do not react.")
                .build());
        DoctorCommand.addStandardOptions(command);
        return command;
    }

    /** Carries it out; {@code options} are those of the subcommand. Returns the exit status. */
    public static int run(ParseResult options, PrintWriter out) {
        Path path = options.matchedPositionalValue(0, Path.of(""));
        try {
            LogFile file = LogFile.read(Files.readAllBytes(path));
            return new Run(options, out).all(file);
        } catch (IOException e) {
            out.println(path + ": cannot be read");
        } catch (StateException | ConfigException | IllegalArgumentException e) {
            out.println(path + ": " + e.getMessage());
        } finally {
            out.flush();
        }
        return EXIT_UNUSABLE;
    }

    private static Map<String, String> pairs(String[] texts) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String text : texts) {
            int at = text.indexOf('=');
            if (at <= 0) {
                throw new IllegalArgumentException(WHAT_IF + " " + text + ": expected KEY=VALUE");
            }
            pairs.put(text.substring(0, at), text.substring(at + 1));
        }
        return pairs;
    }

    /** One run of the command. */
    private static final class Run {
        private final PrintWriter out;
        private final double untilSeconds;
        private final int participant;
        private final boolean isExplaining;
        private final Map<String, String> whatIf;
        private final Map<Integer, long[]> sent = new TreeMap<>();

        Run(ParseResult options, PrintWriter out) {
            this.out = out;
            untilSeconds = options.matchedOptionValue(UNTIL, Double.MAX_VALUE);
            participant = options.matchedOptionValue(PARTICIPANT, 0);
            isExplaining = options.hasMatchedOption(EXPLAIN);
            whatIf = pairs(options.matchedOptionValue(WHAT_IF, new String[0]));
        }

        int all(LogFile file) throws StateException {
            LogFile.Description description = file.description();
            out.printf(
                    "Log of starbridge %s, written %s, %d segments.%n",
                    description.version(),
                    Instant.ofEpochMilli(description.writtenAtMs()),
                    file.segments().size());
            if (file.segments().isEmpty()) {
                throw new StateException("a log without segments");
            }
            int status = 0;
            int number = 1;
            for (LogFile.Part part : file.segments()) {
                status = Math.max(status, segment(description, number++, part));
            }
            if (!whatIf.isEmpty()) {
                sent.forEach((endpoint, counts) -> out.printf(
                        "endpoint %d: recorded %d packets, %d kB; with %s %d packets, %d kB%n",
                        endpoint, counts[0], counts[1] / 1000, whatIf, counts[2], counts[3] / 1000));
                return 0;
            }
            return status;
        }

        private int segment(LogFile.Description description, int number, LogFile.Part part) throws StateException {
            long beganAtNs = System.nanoTime();
            Explanation explanation = new Explanation(participant);
            try (ConferenceReplay replay = ReplaySetup.open(
                    description,
                    part.events(),
                    whatIf,
                    fault -> out.println("exception in " + fault.where() + ": " + fault.cause()))) {
                Optional<Difference> difference = Optional.empty();
                while (replay.hasNext() && difference.isEmpty() && replay.elapsedNs() / 1e9 < untilSeconds) {
                    difference = replay.step();
                    if (isExplaining) {
                        explanation.of(replay.turn(), replay.elapsedNs()).forEach(out::println);
                    }
                    if (!whatIf.isEmpty()) {
                        count(replay.turn(), 0);
                        count(replay.replayed(), 2);
                        difference = Optional.empty();
                    }
                }
                double seconds = replay.elapsedNs() / 1e9;
                out.printf(
                        "Segment %d: %.3f s, %d duty cycles, %d events, replayed in %.1f s%s.%n",
                        number,
                        seconds,
                        replay.turns(),
                        replay.events(),
                        (System.nanoTime() - beganAtNs) / 1e9,
                        part.lost() > 0 ? "; it is cut off, as the memory was full" : "");
                if (difference.isPresent()) {
                    out.println("First difference " + difference.get());
                    return EXIT_DIFFERENT;
                }
                if (whatIf.isEmpty()) {
                    out.println("Every decision and every packet is as recorded.");
                }
                return 0;
            }
        }

        private void count(List<Event> events, int at) {
            for (Event event : events) {
                if (event.kind() == EventKind.SENT_RTP) {
                    long[] counts = sent.computeIfAbsent(event.key(), _ -> new long[4]);
                    counts[at]++;
                    counts[at + 1] += event.b() & 0xFFFF;
                }
            }
        }
    }
}
