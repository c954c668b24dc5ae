package org.starbridge.bridge.doctor;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.config.BridgeConfigLoader;
import org.starbridge.bridge.config.ConfigCheck;
import org.starbridge.bridge.nat.StunServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code starbridge doctor}. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        description = {
            "Examines this machine, its network and the services that the bridge needs, and says what to do. The bridge",
            "itself is not started. Status 0 if it can work, 1 if not, 78 if the configuration is wrong."
        })
public final class DoctorCommand implements Callable<Integer> {
    /** EX_CONFIG of sysexits.h, as of the bridge itself. */
    private static final int EXIT_CONFIGURATION = 78;

    @Option(names = "--config", paramLabel = "FILE", description = "The configuration that the bridge is to run with.")
    private @Nullable Path config;

    @Option(
            names = "--stun",
            paramLabel = "HOST:PORT",
            description = "Ask this STUN server, too, under which address it sees this machine.")
    private @Nullable String stun;

    @Spec
    private @Nullable CommandSpec spec;

    /** With the options unset. */
    public DoctorCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        ConfigCheck check = BridgeConfigLoader.check(config, System.getProperties());
        if (!check.errors().isEmpty()) {
            check.errors().forEach(error -> out.println("ERROR    configuration: " + error.getMessage()));
            return EXIT_CONFIGURATION;
        }
        return new Doctor(check.require(), stun == null ? null : StunServer.parse(stun)).examine(out) ? 0 : 1;
    }
}
