package org.starbridge.hammer.bridge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Datagrams of all processes that this machine's kernel, or this network namespace, has thrown away so far: neither the
 * bridge's loss nor a socket's, and a reason for both.
 *
 * @param backlog packets that found a processor's queue full (net.core.netdev_max_backlog)
 * @param receiveBuffers datagrams that found their socket full
 * @param sendBuffers datagrams that could not leave
 * @param memory datagrams for which UDP as a whole had no memory (net.ipv4.udp_mem)
 */
public record KernelDrops(long backlog, long receiveBuffers, long sendBuffers, long memory) {
    private static final Path BACKLOG = Path.of("/proc/net/softnet_stat");
    private static final Path COUNTERS = Path.of("/proc/net/snmp");

    /** As it is now; null if this is not Linux. */
    public static @Nullable KernelDrops read() {
        try {
            return parse(Files.readString(BACKLOG), Files.readString(COUNTERS));
        } catch (IOException e) {
            return null;
        }
    }

    /** From the texts of {@code softnet_stat}, a processor a line in hex, and {@code snmp}, two lines a protocol. */
    static KernelDrops parse(String softnet, String snmp) {
        long backlog = 0;
        for (String line : softnet.lines().toList()) {
            String[] fields = line.strip().split(" +", -1);
            backlog += fields.length > 1 ? Long.parseLong(fields[1], 16) : 0;
        }
        String names = "";
        String values = "";
        for (String line : snmp.lines().toList()) {
            if (line.startsWith("Udp:")) {
                names = values;
                values = line;
            }
        }
        return new KernelDrops(
                backlog,
                value(names, values, "RcvbufErrors"),
                value(names, values, "SndbufErrors"),
                value(names, values, "MemErrors"));
    }

    private static long value(String names, String values, String name) {
        String[] nameFields = names.split(" ", -1);
        String[] valueFields = values.split(" ", -1);
        for (int i = 0; i < Math.min(nameFields.length, valueFields.length); i++) {
            if (nameFields[i].equals(name)) {
                return Long.parseLong(valueFields[i]);
            }
        }
        return 0;
    }

    /** Returns the drops since an earlier moment. */
    public KernelDrops since(KernelDrops before) {
        return new KernelDrops(
                backlog - before.backlog,
                receiveBuffers - before.receiveBuffers,
                sendBuffers - before.sendBuffers,
                memory - before.memory);
    }
}
