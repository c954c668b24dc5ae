package org.starbridge.bridge.app.replay;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.blackbox.BlackBoxConfig;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.http.route.HttpRequest;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.bridge.http.route.Route;
import org.starbridge.media.blackbox.LogFile;
import org.starbridge.media.worker.MediaWorkers;

/** Writer of conferences' logs into files, at a request. Any thread. */
public final class ConferenceRecorder {
    private static final Logger LOG = LoggerFactory.getLogger(ConferenceRecorder.class);
    private static final String PREFIX = "starbridge-";
    private static final String SUFFIX = ".blackbox";
    private static final long LONGEST_ANSWER_S = 5;
    /** Between two files, so that a loop of requests does not delete all but the newest seconds. */
    private static final long LEAST_INTERVAL_NS = 1_000_000_000;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private final BlackBoxConfig config;
    private final MediaWorkers workers;
    private final String version;
    private long writtenAtNs = System.nanoTime() - LEAST_INTERVAL_NS;

    /** @param version of the bridge */
    public ConferenceRecorder(BlackBoxConfig config, MediaWorkers workers, String version) {
        this.config = config;
        this.workers = workers;
        this.version = version;
    }

    /** {@code POST /debug/CONFERENCE/record}. */
    public List<Route> routes(boolean isEnabled) {
        return List.of(Route.post("/debug/{conferenceId}/record", isEnabled, this::record));
    }

    private synchronized Answer record(HttpRequest request) {
        String conferenceId = request.variable("conferenceId");
        if (!config.limits().isOn()) {
            return Answer.error(403, "conferences are not logged (starbridge.black-box.enabled)");
        }
        if (System.nanoTime() - writtenAtNs < LEAST_INTERVAL_NS) {
            return Answer.error(503, "a log was written less than a second ago").retryAfter(1);
        }
        try {
            Map<Integer, List<LogFile.Part>> logs = workers.logs(conferenceId).get(LONGEST_ANSWER_S, TimeUnit.SECONDS);
            if (logs.isEmpty()) {
                return Answer.notFound(request.path());
            }
            if (logs.size() > 1) {
                return Answer.error(
                        409,
                        "the conference is on " + logs.size()
                                + " media workers: only a conference on one can be recorded (starbridge.media.workers)");
            }
            Map.Entry<Integer, List<LogFile.Part>> log =
                    logs.entrySet().iterator().next();
            Path file = write(conferenceId, log.getKey(), log.getValue());
            writtenAtNs = System.nanoTime();
            LOG.info("[confId={}] its log is in {}", conferenceId, file);
            return Answer.json(200, Json.write(Map.of("file", file.toString())));
        } catch (IOException | ExecutionException e) {
            LOG.warn("[confId={}] its log could not be written: {}", conferenceId, e.toString());
            return Answer.error(500, "the file cannot be written; see the bridge's log");
        } catch (TimeoutException e) {
            return Answer.error(503, "a media worker has too much to do").retryAfter(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Answer.error(503, "the bridge ends");
        }
    }

    private Path write(String conferenceId, int worker, List<LogFile.Part> parts) throws IOException {
        Instant now = Instant.now();
        LogFile file = new LogFile(workers.describe(worker, version, now.toEpochMilli(), config.replayed()), parts);
        Path path = config.directory()
                .resolve(PREFIX + conferenceId.replaceAll("[^A-Za-z0-9_-]", "_") + "-" + TIME.format(now) + SUFFIX);
        Files.createDirectories(config.directory());
        try (var channel = Files.newByteChannel(
                path,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            ByteBuffer content = ByteBuffer.wrap(file.bytes());
            while (content.hasRemaining()) {
                channel.write(content);
            }
        }
        deleteOldest();
        return path;
    }

    private void deleteOldest() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(config.directory())) {
            files = all.filter(ConferenceRecorder::isLog)
                    .sorted((a, b) ->
                            Long.compare(a.toFile().lastModified(), b.toFile().lastModified()))
                    .toList();
        }
        for (int i = 0; i < files.size() - config.maxFiles(); i++) {
            Files.deleteIfExists(files.get(i));
        }
    }

    private static boolean isLog(Path path) {
        String name = path.getFileName().toString();
        return name.startsWith(PREFIX) && name.endsWith(SUFFIX);
    }
}
