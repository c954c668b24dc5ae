package org.starbridge.bridge.app;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.config.BridgeConfigLoader;

/** Whole bridges as they are embedded, but on free ports. */
public final class FreePorts {
    private FreePorts() {}

    /**
     * Starts a bridge.
     *
     * @param settings in addition to the ports: keys and values in turn
     */
    public static Bridge bridge(String... settings) throws IOException {
        return Bridge.start(config(settings));
    }

    /**
     * What a bridge is started with.
     *
     * @param settings in addition to the ports: keys and values in turn
     */
    public static BridgeConfig config(String... settings) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < settings.length; i += 2) {
            map.put(settings[i], settings[i + 1]);
        }
        return config(map);
    }

    /**
     * What a bridge is started with.
     *
     * @param settings in addition to the ports
     */
    public static BridgeConfig config(Map<String, String> settings) {
        Properties properties = new Properties();
        for (String port : List.of("ice.udp", "http-servers.private", "http-servers.public")) {
            properties.setProperty("videobridge." + port + ".port", "0");
        }
        properties.putAll(settings);
        return BridgeConfigLoader.embedded(properties);
    }
}
