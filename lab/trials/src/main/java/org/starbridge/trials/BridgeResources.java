package org.starbridge.trials;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.starbridge.hammer.bridge.ProcessMeter;
import org.starbridge.hammer.bridge.ProcessMeter.Holdings;

/**
 * Resources that a bridge of this machine holds at a moment.
 *
 * @param liveBytes objects on its heap that are in use, counted by a collection
 * @param outsideBytes resident memory beside the heap: code, classes, threads' stacks, native memory
 * @param nativeBytes of native memory, by its own books
 * @param cipherContexts of libcrypto
 * @param threads of the operating system
 * @param files open ones, sockets included
 * @param meters lines of its metrics that are no comments
 */
record BridgeResources(
        long liveBytes, long outsideBytes, long nativeBytes, long cipherContexts, int threads, int files, long meters) {
    /** A kilobyte for each of a thousand conferences would be more. */
    private static final long LIVE_GROWTH_BYTES = 1 << 20;

    /** The compiler goes on compiling, and the C library keeps what was freed. */
    private static final long OUTSIDE_GROWTH_BYTES = 8 << 20;

    /** Threads of the Java machine, for its own work. */
    private static final int MORE_THREADS = 2;

    static BridgeResources of(long pid, URI bridge) throws IOException, InterruptedException {
        long liveBytes = liveBytes(pid);
        Holdings holdings = ProcessMeter.of(pid).holdings();
        if (holdings == null) {
            throw new IOException("no process " + pid + ", or this is not Linux");
        }
        List<String> metrics = metrics(bridge);
        return new BridgeResources(
                liveBytes,
                holdings.rssBytes() - value(metrics, "jvm_heap_committed"),
                value(metrics, "native_memory_bytes"),
                value(metrics, "cipher_contexts"),
                holdings.threads(),
                holdings.fileDescriptors(),
                metrics.size());
    }

    /** Returns whether it has not grown since {@code before}, beyond what any Java machine does. */
    boolean isNoMoreThan(BridgeResources before) {
        return liveBytes <= before.liveBytes + LIVE_GROWTH_BYTES
                && outsideBytes <= before.outsideBytes + OUTSIDE_GROWTH_BYTES
                && nativeBytes <= before.nativeBytes
                && cipherContexts <= before.cipherContexts
                && threads <= before.threads + MORE_THREADS
                && files <= before.files
                && meters == before.meters;
    }

    /** Returns whether everything that is counted, and does not depend on the compiler, is now as it was here. */
    boolean holdsAsMuchAs(BridgeResources later) {
        return later.liveBytes <= liveBytes + LIVE_GROWTH_BYTES
                && later.nativeBytes <= nativeBytes
                && later.cipherContexts <= cipherContexts
                && later.files <= files
                && later.meters == meters;
    }

    /** The sum of {@code jcmd}'s histogram of live objects. */
    private static long liveBytes(long pid) throws IOException, InterruptedException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Process process = new ProcessBuilder(jcmd.toString(), Long.toString(pid), "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said.lines()
                .filter(line -> line.startsWith("Total"))
                .mapToLong(line -> Long.parseLong(line.strip().split("\\s+", -1)[2]))
                .findFirst()
                .orElseThrow(() -> new IOException(jcmd + " does not tell what is on the heap: " + said));
    }

    /** The bridge's metrics, without comments. */
    private static List<String> metrics(URI bridge) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(HttpRequest.newBuilder(bridge.resolve("/metrics")).build(), BodyHandlers.ofString())
                    .body()
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        }
    }

    private static long value(List<String> metrics, String name) throws IOException {
        return metrics.stream()
                .filter(line -> line.contains(name))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .findFirst()
                .orElseThrow(() -> new IOException("the bridge has no metric " + name));
    }

    @Override
    public String toString() {
        return "%.1f MB in use on the heap, %.0f MB outside it, %.1f MB native, %d cipher contexts, %d threads, %d files, %d meters"
                .formatted(
                        liveBytes / 1e6, outsideBytes / 1e6, nativeBytes / 1e6, cipherContexts, threads, files, meters);
    }
}
