package org.starbridge.bridge.app;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.BindException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.config.BridgeConfigLoader;
import org.starbridge.bridge.config.ConfigCheck;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.doctor.DoctorCommand;
import org.starbridge.bridge.logging.LogConfig;
import org.starbridge.bridge.logging.Logging;
import org.starbridge.transport.platform.SoftHeapLimit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The bridge's command line. */
@Command(
        name = "starbridge",
        description = "Runs a WebRTC videobridge in the foreground until Ctrl-C.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.VersionText.class,
        subcommands = DoctorCommand.class,
        footer = {
            "",
            "Without --config: REST control on 127.0.0.1:8080, media on UDP 10000, bridge channel on 127.0.0.1:9090,",
            "everybody in a conference gets everybody's audio and video.",
            "-Dkey=value sets a single key, for example -Dvideobridge.ice.udp.port=20000.",
            "",
            "Exit status: 130 stopped by Ctrl-C, 143 by SIGTERM, 1 could not start, 2 wrong option, 78 wrong configuration."
        })
public final class Main implements Callable<Integer> {
    static {
        Logging.outliveShutdownHooks();
    }

    /** EX_CONFIG of sysexits.h: a supervisor should not start the bridge again before its configuration has changed. */
    private static final int EXIT_CONFIGURATION = 78;

    private static final int EXIT_NOT_STARTED = 1;
    private static final Logger LOG = LoggerFactory.getLogger(Main.class);

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "HOCON configuration, as deployments of Jitsi Videobridge have it (jvb.conf).")
    private @Nullable Path config;

    @Option(
            names = "--check-config",
            paramLabel = "FILE",
            description =
                    "Only says what becomes of each key in FILE: honoured, without effect and why, misspelt, malformed."
                            + " Status 0 when the bridge would start with it, else 78.")
    private @Nullable Path checkedConfig;

    @Option(
            names = "--stop-at-eof",
            description =
                    "Stops, as at SIGTERM, when standard input ends: for a program that starts the bridge as a part of"
                            + " itself and holds the other end of a pipe.")
    private boolean stopsAtEof;

    @Spec
    private @Nullable CommandSpec spec;

    Main() {}

    /** Runs the bridge; the process ends with it. */
    public static void main(String[] arguments) {
        Logging.configure();
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main()).setParameterExceptionHandler(new ShortUsageError());
    }

    @Override
    public Integer call() throws InterruptedException {
        if (checkedConfig != null) {
            ConfigCheck check = BridgeConfigLoader.check(checkedConfig, System.getProperties());
            ConfigReport.print(check, Objects.requireNonNull(spec).commandLine().getOut());
            return check.errors().isEmpty() ? 0 : EXIT_CONFIGURATION;
        }
        Preparation preparation = Preparation.begin();
        ConfigCheck check = BridgeConfigLoader.check(config, System.getProperties());
        ConfigReport.log(check, LOG);
        if (!check.errors().isEmpty()) {
            return EXIT_CONFIGURATION;
        }
        CountDownLatch stopped = new CountDownLatch(1);
        try {
            runUntilStopped(check.require(), preparation, stopsAtEof, stopped);
            LOG.info("stopped");
            return 0;
        } catch (ConfigException e) {
            LOG.error("{}", e.getMessage());
            return EXIT_CONFIGURATION;
        } catch (BindException e) {
            LOG.error(
                    "{}; stop what uses the port, or choose another one with -Dkey=value (see --help)", e.getMessage());
            return EXIT_NOT_STARTED;
        } catch (java.io.IOException e) {
            LOG.error("the bridge could not start: {}", e.getMessage());
            return EXIT_NOT_STARTED;
        } finally {
            stopped.countDown();
        }
    }

    private static void runUntilStopped(
            BridgeConfig config, Preparation preparation, boolean stopsAtEof, CountDownLatch stopped)
            throws java.io.IOException, InterruptedException {
        LoggedAddresses shown = LoggedAddresses.of(config);
        if (!config.log().debugged().isEmpty()) {
            Logging.showDetails(config.log().debugged());
        }
        if (config.log().format() == LogConfig.Format.JSON) {
            Logging.useJson();
        }
        if (config.log().redactsAddresses()) {
            Logging.redactAddresses(shown);
        }
        try (SoftHeapLimit heap = SoftHeapLimit.watch();
                Bridge bridge = Bridge.start(config, preparation)) {
            shown.learnFrom(bridge);
            bridge.ownProcess(heap);
            CountDownLatch stop = bridge.ended();
            if (stopsAtEof) {
                Thread.ofPlatform().daemon().name("stdin").start(() -> {
                    awaitEnd(System.in);
                    stop.countDown();
                });
            }
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                stop.countDown();
                awaitQuietly(stopped);
            }));
            LOG.info("ready: {}", bridge.describe());
            stop.await();
            LOG.info("stopping");
        }
    }

    /** What comes is not looked at; an error is an end. */
    private static void awaitEnd(InputStream input) {
        try {
            input.transferTo(OutputStream.nullOutputStream());
        } catch (java.io.IOException _) {
            // As good as its end.
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** For {@code --version}. */
    static final class VersionText implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"starbridge " + Version.current()};
        }
    }
}
