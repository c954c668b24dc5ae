package org.starbridge.hammer.app;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;

/** One bridge in this process for all tests of a class; a static field with {@code @RegisterExtension}. */
final class SharedBridge implements BeforeAllCallback, AfterAllCallback {
    private @Nullable Bridge bridge;

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        bridge = FreePorts.bridge();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        bridge().close();
    }

    Bridge bridge() {
        return Objects.requireNonNull(bridge);
    }
}
