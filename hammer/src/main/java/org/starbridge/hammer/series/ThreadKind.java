package org.starbridge.hammer.series;

import java.util.Locale;

/** What threads of a bridge are for, by their names. */
public enum ThreadKind {
    MEDIA("media"),
    CONTROL("control"),
    DTLS("DTLS"),
    COMPILER("compiler"),
    GC("GC"),
    OTHER("other");

    private final String label;

    ThreadKind(String label) {
        this.label = label;
    }

    /** For people. */
    public String label() {
        return label;
    }

    /** The kind of a thread with this name, of which Linux keeps 15 characters. */
    public static ThreadKind of(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.startsWith("media")) {
            return MEDIA;
        }
        if (lower.startsWith("dtls")) {
            return DTLS;
        }
        if (lower.startsWith("c1 ") || lower.startsWith("c2 ")) {
            return COMPILER;
        }
        if (lower.startsWith("gc ") || lower.startsWith("g1 ") || lower.startsWith("zgc") || lower.startsWith("xgc")) {
            return GC;
        }
        if (lower.startsWith("qtp")
                || lower.startsWith("http")
                || lower.startsWith("smack")
                || lower.startsWith("virtual")
                || lower.startsWith("forkjoin")) {
            return CONTROL;
        }
        return OTHER;
    }
}
