package org.starbridge.benchmarks.ladder;

/** What a bridge's threads are for, by their names, of which Linux keeps 15 characters. */
enum ThreadKind {
    MEDIA("media", "media-.*"),
    CHANNELS("DTLS, SCTP and timers", "dtls-.*|timer"),
    CONTROL("HTTP and virtual threads", "ForkJoinPool.*|jetty.*|Scheduler-.*|VirtualThread.*|MasterPoller"),
    COMPILER("compiler", "C[12] .*"),
    COLLECTOR("collector", "Z[A-Z].*|GC .*|G1 .*|RuntimeWorker.*|VM Thread"),
    /** Those of other names, and those that ended meanwhile. */
    OTHER("others", ".*");

    private final String label;
    private final String names;

    /** {@code names} is a regular expression. */
    ThreadKind(String label, String names) {
        this.label = label;
        this.names = names;
    }

    /** For people. */
    String label() {
        return label;
    }

    /** The kind of a thread. */
    static ThreadKind of(String name) {
        for (ThreadKind kind : values()) {
            if (name.matches(kind.names)) {
                return kind;
            }
        }
        return OTHER;
    }
}
