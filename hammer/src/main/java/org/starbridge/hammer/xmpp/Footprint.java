package org.starbridge.hammer.xmpp;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What a bridge holds at a moment.
 *
 * @param residentKb its memory
 * @param threads of the operating system
 * @param files open ones, sockets included
 * @param meters lines of its metrics that are no comments
 */
record Footprint(long residentKb, long threads, long files, long meters) {
    static Footprint of(long pid, URI bridge) throws IOException, InterruptedException {
        Path proc = Path.of("/proc", Long.toString(pid));
        long residentKb;
        try (Stream<String> status = Files.lines(proc.resolve("status"))) {
            residentKb = status.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                    .findFirst()
                    .orElse(0);
        }
        try (HttpClient http = HttpClient.newHttpClient()) {
            String metrics = http.send(
                            HttpRequest.newBuilder(bridge.resolve("/metrics")).build(), BodyHandlers.ofString())
                    .body();
            long meters = metrics.lines().filter(line -> !line.startsWith("#")).count();
            return new Footprint(residentKb, entries(proc.resolve("task")), entries(proc.resolve("fd")), meters);
        }
    }

    private static long entries(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.count();
        }
    }
}
