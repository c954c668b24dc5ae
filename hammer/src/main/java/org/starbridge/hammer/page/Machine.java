package org.starbridge.hammer.page;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The machine that the Hammer runs on, as far as it says: processor, kernel, memory, Java with its options, and the
 * settings that bound what sockets can take.
 *
 * @param facts by their names for people; null is what is unknown
 */
public record Machine(Map<String, @Nullable String> facts) {
    private static final Path PROC = Path.of("/proc");

    /** This one. {@code hammer}: the Hammer's version. */
    public static Machine read(String hammer) {
        Map<String, @Nullable String> facts = new LinkedHashMap<>();
        facts.put("processor", value(PROC.resolve("cpuinfo"), "model name"));
        facts.put("processors", String.valueOf(Runtime.getRuntime().availableProcessors()));
        facts.put("memory", value(PROC.resolve("meminfo"), "MemTotal"));
        facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put(
                "Java of the Hammer", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        facts.put(
                "its options",
                String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()));
        facts.put("Hammer", hammer);
        for (String setting : new String[] {
            "net.core.rmem_max", "net.core.wmem_max", "net.core.netdev_max_backlog", "net.ipv4.udp_mem"
        }) {
            facts.put(setting, line(PROC.resolve("sys").resolve(setting.replace('.', '/'))));
        }
        facts.put("CPU governor", line(Path.of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")));
        return new Machine(facts);
    }

    private static @Nullable String value(Path file, String key) {
        try {
            return Files.readString(file)
                    .lines()
                    .filter(line -> line.startsWith(key))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(null);
        } catch (IOException e) {
            return null; // another system
        }
    }

    /**
     * By lines, which is one read: a number under /proc/sys has no second part, and {@link Files#readString} asks for a
     * single byte first.
     */
    private static @Nullable String line(Path file) {
        try {
            return String.join(" ", Files.readAllLines(file)).strip().replace('\t', ' ');
        } catch (IOException e) {
            return null; // not every machine has it
        }
    }
}
