package org.starbridge.benchmarks.floor;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** The floor as a process: prints where it is and runs until it is ended. */
public final class Main {
    private Main() {}

    /**
     * Takes its settings from system properties; see {@link FloorSettings}. As a bridge it knows {@code --stop-at-eof}:
     * it ends when its standard input does.
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        FloorServer server = new FloorServer(FloorSettings.fromProperties());
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "stop"));
        PrintStream out = System.out;
        out.println("the floor answers at " + server.url() + ", media at "
                + server.loop().candidate());
        if (List.of(args).contains("--stop-at-eof")) {
            while (System.in.read() >= 0) {
                // what is written there has no meaning
            }
            System.exit(0);
        }
        Thread.currentThread().join();
    }
}
