package org.starbridge.jvb.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.logging.LogManager;

/** How log lines look and which are shown: {@code logging.properties} next to this class, unless the operator has a file. */
public final class Logging {
    private Logging() {}

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
}
