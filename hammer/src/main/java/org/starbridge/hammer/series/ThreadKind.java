package org.starbridge.hammer.series;

import java.util.regex.Pattern;

/**
 * The purpose of a bridge's thread, known by its name. Names are those of Starbridge, and of Jitsi Videobridge where
 * they differ; those of the virtual machine are HotSpot's (JDK 25), with any of its collectors.
 */
public enum ThreadKind {
    MEDIA("media", "media-.*"),
    CONTROL("control", "(?i)(jetty|qtp|http|smack|virtual|forkjoin).*|Scheduler-.*|MasterPoller|timer(-once)?|xmpp-.*"),
    DTLS("DTLS", "(?i)dtls-.*"),
    COMPILER("compiler", "C[12] .*"),
    /**
     * ZGC's threads begin with Z (ZWorkerYoung, ZDriverMajor, ZDirector); the VM thread runs the collectors' pauses.
     */
    GC("GC", "Z[A-Z].*|GC .*|G1 .*|RuntimeWorker.*|VM Thread"),
    /** Threads with other names. */
    OTHER("other", ".*");

    private final String label;
    private final Pattern names;

    ThreadKind(String label, String names) {
        this.label = label;
        this.names = Pattern.compile(names);
    }

    /** The name of the kind in tables and in the columns of a series. */
    public String label() {
        return label;
    }

    /**
     * The kind of a thread.
     *
     * @param name of which Linux keeps 15 characters
     */
    public static ThreadKind of(String name) {
        for (ThreadKind kind : values()) {
            if (kind.names.matcher(name).matches()) {
                return kind;
            }
        }
        return OTHER;
    }
}
