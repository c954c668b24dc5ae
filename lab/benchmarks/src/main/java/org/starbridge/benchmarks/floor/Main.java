package org.starbridge.benchmarks.floor;

import java.io.IOException;
import java.io.PrintStream;

/** The floor as a process: prints where it is and runs until it is killed. */
public final class Main {
    private Main() {}

    /** Takes its settings from system properties; see {@link FloorSettings}. */
    public static void main(String[] args) throws IOException, InterruptedException {
        FloorServer server = new FloorServer(FloorSettings.fromProperties());
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "stop"));
        PrintStream out = System.out;
        out.println("the floor answers at " + server.url() + ", media at "
                + server.loop().candidate());
        Thread.currentThread().join();
    }
}
