package org.starbridge.benchmarks.ladder;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.starbridge.benchmarks.ladder.Plan.Cell;
import org.starbridge.hammer.compare.MarkdownTable;
import org.starbridge.hammer.compare.Results;
import org.starbridge.hammer.page.Machine;
import org.starbridge.hammer.page.Report;

/**
 * All runs of a ladder as a report of the Hammer's, which its commands {@code table} and {@code compare} read.
 *
 * @param command what was typed
 * @param startedAt when
 * @param commit of the repository
 */
record LadderReport(Plan plan, String command, Instant startedAt, String commit) {
    /** Name of the tables' places in the documents. */
    static final String TABLE = "ladder";

    /** The date and the commit, for a row. */
    String measured() {
        return startedAt.truncatedTo(ChronoUnit.DAYS).toString().replaceFirst("T.*", "") + ", "
                + commit.replaceFirst("^(\\p{XDigit}{7})\\p{XDigit}*", "$1");
    }

    ObjectNode json(Measurements measurements) {
        ObjectNode json = new ObjectMapper().createObjectNode();
        json.put("schema", Report.SCHEMA);
        json.put("title", TABLE);
        json.put("startedAt", startedAt.truncatedTo(ChronoUnit.SECONDS).toString());
        json.put("command", command);
        ObjectNode facts = json.putObject("machine");
        Machine.read("commit " + commit).facts().forEach(facts::put);
        ArrayNode runs = json.putArray("runs");
        for (Cell cell : plan.cells()) {
            List<ObjectNode> rounds = measurements.runs(cell);
            for (int i = 0; i < rounds.size(); i++) {
                ObjectNode run = runs.addObject();
                run.put("label", cell.label() + (plan.rounds() == 1 ? "" : ", round " + (i + 1)));
                run.set("verdict", rounds.get(i).path("verdict"));
                run.set("result", rounds.get(i).deepCopy().without("series"));
            }
        }
        measurements.failures().forEach(json.putArray("failures")::add);
        return json;
    }

    /** Writes {@code report.json}, and the table of ratios beside it. */
    void write(Measurements measurements, Path directory) {
        try {
            Files.writeString(
                    directory.resolve("report.json"), json(measurements).toString() + "\n");
            Files.write(directory.resolve("ratios.md"), Ratios.lines(plan, measurements, measured()));
        } catch (IOException e) {
            throw new LadderException("the results can't be written to " + directory + ": " + e.getMessage(), e);
        }
    }

    /** Puts the ratios into {@code docs/performance.md}, whose other rows stay, and the newest of them into README. */
    void putRatios(Measurements measurements, Path performance, Path readme) throws IOException {
        String text = Files.readString(performance);
        List<String> rows =
                Ratios.updated(MarkdownTable.part(text, TABLE).lines().toList(), plan, measurements, measured());
        Files.writeString(performance, MarkdownTable.replace(text, TABLE, rows));
        Files.writeString(readme, MarkdownTable.replace(Files.readString(readme), TABLE, Ratios.headlines(rows)));
    }

    /** Puts the table of the runs of {@code report.json} into a document. */
    static void putRuns(Path directory, Path document) throws IOException {
        List<String> table = MarkdownTable.lines(Results.read(directory.resolve("report.json")));
        Files.writeString(document, MarkdownTable.replace(Files.readString(document), TABLE, table));
    }

    /** The commit of a repository, and whether files differ from it. */
    static String commitOf(Path root) throws InterruptedException {
        String hash = git(root, "rev-parse", "--short=12", "HEAD");
        String changes = git(root, "status", "--porcelain", "--untracked-files=no");
        return hash.isEmpty() ? "unknown" : changes.isEmpty() ? hash : hash + " and changes";
    }

    private static String git(Path root, String... arguments) throws InterruptedException {
        try {
            Process git = new ProcessBuilder(
                            Stream.concat(Stream.of("git", "-C", root.toString()), Stream.of(arguments))
                                    .toList())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String answer = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return git.waitFor(10, TimeUnit.SECONDS) && git.exitValue() == 0 ? answer.strip() : "";
        } catch (IOException e) {
            return ""; // a copy without its history
        }
    }
}
