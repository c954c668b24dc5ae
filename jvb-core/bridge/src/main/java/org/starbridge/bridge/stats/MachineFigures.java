package org.starbridge.bridge.stats;

import static org.starbridge.bridge.stats.Figure.Kind.COUNT;
import static org.starbridge.bridge.stats.Figure.Kind.LEVEL;
import static org.starbridge.bridge.stats.Figure.Kind.TOTAL;

/** Rows about the Java machine. */
final class MachineFigures {
    private final FigureList rows;

    private MachineFigures(FigureList rows) {
        this.rows = rows;
    }

    static void addTo(FigureList rows) {
        new MachineFigures(rows).jvm();
    }

    private void jvm() {
        rows.add(
                COUNT,
                "thread_count",
                "threads",
                "Live platform threads.",
                r -> r.jvm().threads());
        rows.add(
                LEVEL,
                "cpu_steal",
                "cpu_steal",
                "Share of CPU time stolen by the host (steal), 0 to 1.",
                r -> r.jvm().stealShare());
        rows.add(
                COUNT,
                "jvm_gc_count",
                "gc_count",
                "Garbage collections.",
                r -> r.jvm().collections());
        rows.add(
                COUNT,
                "jvm_gc_time",
                "gc_time_ms",
                "Total milliseconds of garbage collection pauses.",
                r -> r.jvm().collectionMs());
        rows.add(
                COUNT,
                "jvm_gc_pause_max",
                "gc_pause_max_ms",
                "Longest garbage collection pause since the start, in whole milliseconds.",
                r -> r.jvm().longestPauseMs());
        rows.add(
                TOTAL,
                "media_allocated_bytes",
                "media_allocated_bytes",
                "Bytes of heap allocated by the media threads; forwarding allocates none.",
                r -> r.jvm().mediaAllocatedBytes());
        rows.add(
                COUNT,
                "jvm_heap_used",
                "",
                "Bytes of heap in use.",
                r -> r.jvm().heapUsedBytes());
        rows.add(
                COUNT,
                "jvm_heap_committed",
                "",
                "Bytes of heap committed.",
                r -> r.jvm().heapCommittedBytes());
        rows.add(
                COUNT,
                "jvm_open_fd_count",
                "",
                "Open file descriptors.",
                r -> r.jvm().openFiles());
        rows.add(
                COUNT,
                "native_memory_bytes",
                "",
                "Bytes of native memory in use.",
                r -> r.jvm().nativeBytes());
        rows.add(
                COUNT,
                "cipher_contexts",
                "",
                "Cipher contexts of libcrypto in use.",
                r -> r.jvm().cipherContexts());
        rows.add(
                COUNT,
                "startup_time",
                "",
                "Start time of the process, in milliseconds of Unix time.",
                r -> r.jvm().startedAtMs());
    }
}
