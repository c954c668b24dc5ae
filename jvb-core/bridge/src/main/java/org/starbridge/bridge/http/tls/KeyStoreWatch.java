package org.starbridge.bridge.http.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.config.reader.ConfigException;

/**
 * Looks whether the key store of an HTTP server has changed on disk, and gives the server what is in it. A file that
 * cannot be used is reported once; the certificate in use stays. Used by one thread at a time.
 */
public final class KeyStoreWatch {
    /** A change is taken up at the second look that finds it, so that a file is not read while it is written. */
    public static final Duration INTERVAL = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(KeyStoreWatch.class);

    private final TlsConfig config;
    private final Consumer<TlsSettings> server;
    private final Runnable onRefused;
    private @Nullable Version used;
    private @Nullable Version seen;

    /** Properties that tell one file from another; a link that points elsewhere counts as a change, too. */
    private record Version(
            FileTime modified, long sizeBytes, @Nullable Object file) {}

    /**
     * @param config where the key store is
     * @param server gets what is in a changed key store; it may refuse it by an {@link IllegalStateException}
     * @param onRefused called for a changed key store that cannot be used
     */
    public KeyStoreWatch(TlsConfig config, Consumer<TlsSettings> server, Runnable onRefused) {
        this.config = config;
        this.server = server;
        this.onRefused = onRefused;
        used = version();
        seen = used;
    }

    /** Looks. To be called every {@link #INTERVAL}. */
    public void check() {
        Version now = version();
        Version before = seen;
        seen = now;
        if (now == null || !now.equals(before) || now.equals(used)) {
            return;
        }
        used = now;
        try {
            server.accept(config.open());
            LOG.info("{}: the certificate was reloaded from {}", config.at(), config.keyStorePath());
        } catch (ConfigException | IllegalStateException e) {
            onRefused.run();
            LOG.warn("{}; the old certificate stays in use", e.getMessage());
        }
    }

    /** Null while there is no file. */
    private @Nullable Version version() {
        try {
            BasicFileAttributes file = Files.readAttributes(Path.of(config.keyStorePath()), BasicFileAttributes.class);
            return new Version(file.lastModifiedTime(), file.size(), file.fileKey());
        } catch (IOException e) {
            return null;
        }
    }
}
