package org.starbridge.hammer.bridge;

import java.nio.file.Path;
import java.util.Map;

/**
 * A second process: starts a bridge by the launcher that it is given, says its process number, and stays until it is
 * killed.
 */
public final class BridgeStarter {
    private BridgeStarter() {}

    @SuppressWarnings("SystemOut") // how it tells the test
    public static void main(String[] arguments) throws Exception {
        try (BridgeProcess bridge = BridgeProcess.start(Path.of(arguments[0]), null, Map.of(), _ -> {})) {
            System.out.println(bridge.pid());
            System.out.flush();
            while (System.in.read() >= 0) {
                // until it ends
            }
        }
    }
}
