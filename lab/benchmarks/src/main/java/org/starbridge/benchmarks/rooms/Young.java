package org.starbridge.benchmarks.rooms;

import com.sun.management.OperatingSystemMXBean;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.starbridge.bridge.app.rehearsal.CallRehearsal;
import org.starbridge.bridge.app.rehearsal.MoveRehearsal;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.media.api.ForwardingTable.Reception;
import org.starbridge.media.downlink.DownlinkSettings;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpProfile;

/**
 * The first packets of a process beside later ones: CPU time of the process for each, compiler included. The process
 * compiles in the foreground ({@code -XX:-BackgroundCompilation}), so that the figure does not depend on what else the
 * machine does.
 */
public final class Young {
    private static final int RECEIVERS = 14;
    private static final int TOGETHER = 4;
    /** Of a star of 15 in ten seconds. */
    private static final int FIRST_PACKETS = 230_000;

    private static final int LATER_PACKETS = 8 * FIRST_PACKETS;

    private Young() {}

    /**
     * Prints CPU microseconds a packet of the first packets and of later ones.
     *
     * @param args {@code rehearsed}: after the rehearsal of a new bridge
     */
    public static void main(String[] args) {
        SrtpCrypto crypto = SrtpCrypto.libcrypto();
        SecureRandom random = new SecureRandom();
        DtlsIdentity identity = DtlsIdentity.create(random, Instant.EPOCH);
        PrintStream out = System.out;
        double before = cpuMicros();
        if (args.length > 0) {
            CallRehearsal.hold(
                    new MoveRehearsal.Parts(
                            ConferenceConfig.embedded(List.of("wss://bridge.invalid")),
                            DownlinkSettings.DEFAULT,
                            crypto,
                            () -> identity,
                            random),
                    List.of(SrtpProfile.values()),
                    () -> true);
            out.printf(Locale.ROOT, "rehearsal: %.1f s%n", (cpuMicros() - before) / 1e6);
        }
        try (PathConference conference =
                PathConference.join(RECEIVERS, TOGETHER, true, Reception.CHOSEN_LAYERS, true, true)) {
            double first = perPacket(conference, FIRST_PACKETS);
            perPacket(conference, LATER_PACKETS);
            double later = perPacket(conference, FIRST_PACKETS);
            out.printf(Locale.ROOT, "first %.2f, later %.2f: %.2f times%n", first, later, first / later);
        }
    }

    private static double perPacket(PathConference conference, int packets) {
        double before = cpuMicros();
        for (int sent = 0; sent < packets; sent += PathBenchmark.PACKETS * RECEIVERS) {
            conference.arrive(PathBenchmark.PACKETS);
            conference.forward();
        }
        return (cpuMicros() - before) / packets;
    }

    private static double cpuMicros() {
        OperatingSystemMXBean machine = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return machine.getProcessCpuTime() / 1e3;
    }
}
