package org.starbridge.bridge.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.udp.UdpIo;

/** Kernel, processors and limits of this machine. */
final class MachineExaminations {
    private static final long MIN_DESCRIPTORS = 16_384;
    private static final long STEAL_INTERVAL_MS = 1000;
    private static final double MUCH_STEAL = 0.02;
    private static final int STEAL_COLUMN = 8;

    private final Path root;
    private final int receiveBufferBytes;

    /**
     * @param root of the file system
     * @param receiveBufferBytes that the bridge asks for
     */
    MachineExaminations(Path root, int receiveBufferBytes) {
        this.root = root;
        this.receiveBufferBytes = receiveBufferBytes;
    }

    List<Examination> all() {
        List<Examination> all = new ArrayList<>(still());
        all.add(3, new Examination("CPU steal time", this::steal));
        return all;
    }

    /** Those that do not wait for anything. */
    List<Examination> still() {
        return List.of(
                new Examination("receive buffer", this::receiveBuffer),
                new Examination("file descriptors", this::fileDescriptors),
                new Examination("CPU governor", this::governor),
                new Examination("clock", this::clock),
                new Examination("GSO", MachineExaminations::gso),
                new Examination("libcrypto", MachineExaminations::crypto));
    }

    Finding receiveBuffer() throws IOException {
        long max = Long.parseLong(read("proc/sys/net/core/rmem_max"));
        return max >= receiveBufferBytes
                ? Finding.ok("the kernel grants " + receiveBufferBytes + " bytes")
                : Finding.warning(
                        "the kernel grants " + max + " of " + receiveBufferBytes
                                + " bytes: bursts of media will be dropped",
                        "sysctl -w net.core.rmem_max=" + receiveBufferBytes
                                + ", and the same in a file in /etc/sysctl.d");
    }

    Finding fileDescriptors() throws IOException {
        for (String line : Files.readAllLines(root.resolve("proc/self/limits"))) {
            if (line.startsWith("Max open files")) {
                String soft = line.substring("Max open files".length()).strip().split("\\s+", 2)[0];
                long limit = soft.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(soft);
                return limit >= MIN_DESCRIPTORS
                        ? Finding.ok("a process may open " + soft)
                        : Finding.warning(
                                "a process may open " + soft + "; each bridge channel takes one",
                                "LimitNOFILE=65536 in the systemd unit, or ulimit -n 65536");
            }
        }
        throw new IOException("/proc/self/limits has no line for open files");
    }

    Finding governor() throws IOException {
        Path file = root.resolve("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
        if (!Files.exists(file)) {
            return Finding.ok("no CPU frequency governor on this machine");
        }
        String governor = Files.readString(file).strip();
        return governor.equals("powersave")
                ? Finding.warning(
                        "powersave: packets are delayed while the CPU clock ramps up",
                        "cpupower frequency-set -g performance")
                : Finding.ok(governor);
    }

    Finding steal() throws IOException, InterruptedException {
        long[] before = processorTimes();
        Thread.sleep(STEAL_INTERVAL_MS);
        long[] after = processorTimes();
        long all = after[0] - before[0];
        double share = all == 0 ? 0 : (after[1] - before[1]) / (double) all;
        String percent = String.format(java.util.Locale.ROOT, "%.1f %%", 100 * share);
        return share <= MUCH_STEAL
                ? Finding.ok(percent)
                : Finding.warning(
                        percent + ": media stalls during that time",
                        "use a machine with dedicated CPUs, or a less loaded host");
    }

    /** All time, and what the host gave to others. */
    private long[] processorTimes() throws IOException {
        String[] words = read("proc/stat").lines().findFirst().orElse("").split("\\s+", -1);
        long all = 0;
        for (int i = 1; i < words.length && i <= STEAL_COLUMN; i++) {
            all += Long.parseLong(words[i]);
        }
        return new long[] {all, words.length > STEAL_COLUMN ? Long.parseLong(words[STEAL_COLUMN]) : 0};
    }

    Finding clock() {
        boolean isKept =
                List.of("run/systemd/timesync/synchronized", "run/chrony", "var/lib/ntpsec", "run/ntpd.pid").stream()
                        .anyMatch(each -> Files.exists(root.resolve(each)));
        return isKept
                ? Finding.ok("a time service is running")
                : Finding.warning(
                        "no time service was found: tokens and certificates need the correct time",
                        "apt install systemd-timesyncd, unless the host sets this machine's clock");
    }

    private static Finding gso() {
        Optional<String> missing = UdpIo.NATIVE.whyNoRuns();
        return missing.isEmpty()
                ? Finding.ok("the kernel supports GSO (several datagrams per system call)")
                : Finding.warning(missing.get() + ": sending needs about twice the CPU time", "Linux 4.18 or newer");
    }

    private static Finding crypto() {
        String name = SrtpCrypto.probe().name();
        return name.startsWith("libcrypto")
                ? Finding.ok(name)
                : Finding.warning(
                        "OpenSSL's libcrypto was not found: encryption needs about twice the CPU time",
                        "apt install libssl3");
    }

    /**
     * By lines, which is one read: a number under /proc/sys has no second part, and {@link Files#readString} asks for a
     * single byte first.
     */
    private String read(String file) throws IOException {
        return String.join("\n", Files.readAllLines(root.resolve(file))).strip();
    }
}
