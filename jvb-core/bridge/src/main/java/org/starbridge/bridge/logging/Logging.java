package org.starbridge.bridge.logging;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import org.jspecify.annotations.Nullable;

/**
 * Format of log lines and which are shown: {@code logging.properties} next to this class, unless the operator has a
 * file.
 */
public final class Logging {
    private Logging() {}

    /**
     * Keeps logging alive while shutdown hooks run, so that a bridge stopped by a signal can say so: the standard
     * manager closes its handlers in a hook of its own, at once. To be called before the first logger is made; does
     * nothing when the operator has named a manager.
     */
    public static void outliveShutdownHooks() {
        if (System.getProperty("java.util.logging.manager") == null) {
            System.setProperty("java.util.logging.manager", LastingManager.class.getName());
        }
    }

    /**
     * Does not close its handlers; the console needs no closing. Where a file asks for the formatter of Jitsi
     * Videobridge, as those of its packages and images do, it gets {@link JvbLogFormatter}. Public because the JDK
     * makes it by name.
     */
    public static final class LastingManager extends LogManager {
        @Override
        public @Nullable String getProperty(String name) {
            String value = super.getProperty(name);
            return JvbLogFormatter.ORIGINAL.equals(value) ? JvbLogFormatter.class.getName() : value;
        }

        @Override
        public void reset() {
            // Only the shutdown hook calls this.
        }
    }

    /**
     * Applies our settings to java.util.logging; called once, first thing in {@code main}. Does nothing when the system
     * property {@code java.util.logging.config.file} or {@code .class} names others.
     */
    public static void configure() {
        if (System.getProperty("java.util.logging.config.file") != null
                || System.getProperty("java.util.logging.config.class") != null) {
            return;
        }
        try (InputStream settings = Logging.class.getResourceAsStream("logging.properties")) {
            if (settings == null) {
                throw new IllegalStateException("resource logging.properties is missing from the jar");
            }
            LogManager.getLogManager().readConfiguration(settings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Shows also what is logged at DEBUG and finer, as far as it comes from these packages or classes. To be called
     * once, before {@link #redactAddresses}.
     */
    public static void showDetails(List<String> sources) {
        StringBuilder levels = new StringBuilder();
        for (String source : sources) {
            levels.append(source).append(".level = ALL\n");
        }
        InputStream added = new ByteArrayInputStream(levels.toString().getBytes(StandardCharsets.ISO_8859_1));
        try {
            LogManager.getLogManager().updateConfiguration(added, _ -> (before, now) -> now == null ? before : now);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** From now on each line is a JSON object. To be called once, before {@link #redactAddresses}. */
    public static void useJson() {
        for (Handler handler : LogManager.getLogManager().getLogger("").getHandlers()) {
            handler.setFormatter(new JsonLogFormatter());
        }
    }

    /**
     * From now on IP addresses are left out of all log lines, of libraries too, except of those that are no clients'.
     * To be called once, when the configuration is known.
     *
     * @param isKept addresses that are shown in full; called by any thread
     */
    public static void redactAddresses(Predicate<InetAddress> isKept) {
        for (Handler handler : LogManager.getLogManager().getLogger("").getHandlers()) {
            Formatter plain = handler.getFormatter();
            handler.setFormatter(new RedactingFormatter(plain, isKept));
        }
    }
}
