package org.starbridge.trials;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.starbridge.hammer.bridge.BridgeProcess;

/**
 * Trial of what a focus may do to a bridge in a bad minute, with figures: a hundred participants join within a minute
 * while twenty conferences stream; a thousand conferences come and go; and the XMPP server crashes. Takes about three
 * minutes.
 *
 * <p>Arguments: {@code BRIDGE_LAUNCHER PROSODY_SCRIPT [join|leak|return ...]}, all three if none is named. Ends with 1
 * if a goal is missed.
 */
public final class FocusTrial {
    private static final List<String> TRIALS = List.of("join", "leak", "return");

    private FocusTrial() {}

    /** Runs the trials. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        List<String> named = Arrays.asList(arguments).subList(Math.min(2, arguments.length), arguments.length);
        if (arguments.length < 2 || !TRIALS.containsAll(named)) {
            out.println("expected BRIDGE_LAUNCHER PROSODY_SCRIPT [join|leak|return ...]");
            System.exit(2);
        }
        Path folder = Files.createTempDirectory("focus-trial");
        boolean isMissed;
        try (ProsodyProcess prosody = new ProsodyProcess(Path.of(arguments[1]), folder);
                BridgeProcess bridge = BridgeProcess.start(Path.of(arguments[0]), null, Map.of(), out::println)) {
            TrialEnvironment ground = new TrialEnvironment(out, bridge, prosody);
            ground.begin();
            for (String trial : named.isEmpty() ? TRIALS : named) {
                switch (trial) {
                    case "join" -> JoinTrial.run(ground);
                    case "leak" -> LeakTrial.run(ground);
                    default -> ReturnTrial.run(ground);
                }
            }
            isMissed = ground.isMissed();
        }
        System.exit(isMissed ? 1 : 0);
    }
}
