package org.starbridge.bridge.app;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.BindException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.config.BridgeConfigLoader;
import org.starbridge.bridge.config.ConfigCheck;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.logging.LogConfig;
import org.starbridge.bridge.logging.Logging;
import org.starbridge.transport.platform.SoftHeapLimit;

/** The bridge's program. */
public final class Main {
    static {
        Logging.outliveShutdownHooks();
    }

    /** EX_CONFIG of sysexits.h: a supervisor should not start the bridge again before its configuration has changed. */
    private static final int EXIT_CONFIGURATION = 78;

    private static final int EXIT_NOT_STARTED = 1;
    private static final Logger LOG = LoggerFactory.getLogger(Main.class);

    private final Preparation preparation;

    Main(Preparation preparation) {
        this.preparation = preparation;
    }

    /** Runs the bridge; the process ends with it. */
    public static void main(String[] arguments) {
        Logging.configure();
        // First, because the command line takes as long, and one processor, to be read.
        Preparation preparation = Preparation.begin();
        System.exit(BridgeCommandLine.of(new Main(preparation)).execute(arguments));
    }

    /** Says what becomes of each key in a file; returns the exit status that a bridge with it would have. */
    int check(Path file, boolean isJson, PrintWriter out) {
        ConfigCheck check = BridgeConfigLoader.check(file, System.getProperties());
        if (isJson) {
            ConfigReport.printJson(check, out);
        } else {
            ConfigReport.print(check, out);
        }
        return check.errors().isEmpty() ? 0 : EXIT_CONFIGURATION;
    }

    /**
     * Runs a bridge until it is stopped.
     *
     * @param config null: the file of the system property {@code config.file}, or the embedded default
     * @param stopsAtEof whether the end of standard input stops it, too
     * @param takesOver whether it takes the place of a bridge that runs
     * @return the exit status
     */
    int run(@Nullable Path config, boolean stopsAtEof, boolean takesOver) throws InterruptedException {
        ConfigCheck check = BridgeConfigLoader.check(config, System.getProperties());
        ConfigReport.log(check, LOG);
        if (!check.errors().isEmpty()) {
            return EXIT_CONFIGURATION;
        }
        CountDownLatch stopped = new CountDownLatch(1);
        try {
            runUntilStopped(check.require(), preparation, stopsAtEof, takesOver, stopped);
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
            BridgeConfig config, Preparation preparation, boolean stopsAtEof, boolean takesOver, CountDownLatch stopped)
            throws java.io.IOException, InterruptedException {
        LoggedAddresses shown = LoggedAddresses.of(config);
        if (!config.operation().log().debugged().isEmpty()) {
            Logging.showDetails(config.operation().log().debugged());
        }
        if (config.operation().log().format() == LogConfig.Format.JSON) {
            Logging.useJson();
        }
        if (config.operation().log().redactsAddresses()) {
            Logging.redactAddresses(shown);
        }
        try (SoftHeapLimit heap = SoftHeapLimit.watch();
                Bridge bridge = takesOver ? Bridge.takeOver(config, preparation) : Bridge.start(config, preparation)) {
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
            bridge.rehearse();
            stop.await();
            LOG.info("stopping");
        }
    }

    /** Waits for the end of the input, whose content is ignored; an error is an end. */
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
}
