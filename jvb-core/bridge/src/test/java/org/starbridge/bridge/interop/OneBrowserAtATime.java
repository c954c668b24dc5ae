package org.starbridge.bridge.interop;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Test classes with browsers run one after the other, also those of other test JVMs of the same user: two browsers that
 * encode video are more than two cores carry. All other classes run beside them.
 */
public final class OneBrowserAtATime implements BeforeAllCallback, AfterAllCallback {
    private static final Path FILE = Path.of(
            System.getProperty("java.io.tmpdir"), "starbridge-browser-" + System.getProperty("user.name") + ".lock");

    /** Closing it releases its lock; so does the end of the JVM. */
    private @Nullable FileChannel held;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        FileChannel file = FileChannel.open(FILE, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        held = file;
        file.lock();
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        if (held != null) {
            held.close();
        }
    }
}
