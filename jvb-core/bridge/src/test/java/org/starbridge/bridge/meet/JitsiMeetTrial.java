package org.starbridge.bridge.meet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.starbridge.bridge.interop.PageServer;

/**
 * Real pages with lib-jitsi-meet in a room of Jicofo or of its stand-in. It is no part of the test command, because
 * none of the programs is part of this project: {@code scripts/jitsi-meet/trial} runs it with the caller's and prints
 * its table.
 */
@EnabledIfEnvironmentVariable(named = "STARBRIDGE_TRIAL_LIBRARY", matches = ".+")
class JitsiMeetTrial {
    private static final String LIBRARY = "lib-jitsi-meet.min.js";
    private static final String WORKER = "lib-jitsi-meet.e2ee-worker.js";

    private final TrialPrograms programs = TrialPrograms.ofEnvironment();
    /** Parts of scenarios' names, separated by bars; without them, all run. */
    private final String only = System.getenv().getOrDefault("STARBRIDGE_TRIAL_ONLY", "");

    @Test
    @Timeout(value = 40, unit = TimeUnit.MINUTES)
    void pagesMeet() throws Exception {
        Path folder = TrialPrograms.path("STARBRIDGE_TRIAL_FOLDER");
        try (JitsiMeetDeployment deployment = JitsiMeetDeployment.start(programs, folder.resolve("deployment"));
                PageServer pages = new PageServer(deployment.firstBridge().privatePort(), library())) {
            Trial trial = new Trial(programs, deployment, pages.url("meet.html"), folder);
            try {
                if (only.equals(CaptionScenario.NAME)) {
                    CaptionScenario.run(trial, programs.checkout());
                } else {
                    onOneBridge(trial);
                    overRelays(trial);
                }
            } finally {
                Files.writeString(folder.resolve("table.md"), trial.table().toString());
            }
            assertThat(trial.table().failures()).isEmpty();
        }
    }

    private static Map<String, Path> library() {
        Path library = TrialPrograms.path("STARBRIDGE_TRIAL_LIBRARY");
        Map<String, Path> files = new HashMap<>(Map.of(LIBRARY, library));
        Path worker = library.resolveSibling(WORKER);
        if (Files.exists(worker)) {
            files.put(WORKER, worker);
        }
        return files;
    }

    private void onOneBridge(Trial trial) throws Exception {
        boolean hasJicofo = programs.jicofo().isPresent();
        for (CodecScenario scenario : CodecScenario.ALL) {
            if (isWanted(scenario)) {
                scenario.run(trial);
            }
        }
        for (boolean isRewriting : hasJicofo ? new boolean[] {false, true} : new boolean[] {false}) {
            RoomScenario scenario = new RoomScenario(isRewriting);
            if (isWanted(scenario)) {
                scenario.run(trial, hasJicofo);
            }
        }
        for (CrowdScenario scenario : List.of(new CrowdScenario(4, 1), new CrowdScenario(8, 1))) {
            if (isWanted(scenario)) {
                scenario.run(trial);
            }
        }
        if (isWanted(SlowLinkScenario.NAME)) {
            SlowLinkScenario.run(trial);
        }
        if (hasJicofo && isWanted(SourcesScenario.NAME)) {
            SourcesScenario.run(trial);
        }
        for (FailureScenario scenario : FailureScenario.values()) {
            if (isWanted(scenario)) {
                scenario.run(trial);
            }
        }
        for (boolean hasOwnBridge : new boolean[] {false, true}) {
            VisitorScenario scenario = new VisitorScenario(hasOwnBridge);
            if (hasJicofo && isWanted(scenario)) {
                scenario.run(trial);
            }
        }
        if (hasJicofo && isWanted(ShutdownScenario.NAME)) {
            new ShutdownScenario(trial).run();
        }
        if (!hasJicofo) {
            trial.table()
                    .leaveOut(
                            "Without --jicofo: no relays, SSRC rewriting, visitors, moderation or ICE restart in place.");
        }
    }

    private void overRelays(Trial trial) throws Exception {
        boolean hasVideobridge = programs.videobridge().isPresent();
        List<RelayScenario> scenarios = List.of(
                new RelayScenario("VP8", false),
                new RelayScenario("VP9", false),
                new RelayScenario("AV1", false),
                new RelayScenario("AV1", true));
        CrowdScenario crowd = new CrowdScenario(8, hasVideobridge ? 3 : 2);
        boolean isScreenWanted = hasVideobridge && isWanted(ScreenScenario.NAME);
        boolean areMoreWanted = scenarios.stream().anyMatch(this::isWanted) || isWanted(crowd);
        if (programs.jicofo().isEmpty() || !(isScreenWanted || areMoreWanted)) {
            return;
        }
        if (hasVideobridge) {
            trial.deployment().addBridge(TrialBridge.Kind.JITSI_VIDEOBRIDGE, "theirs");
        } else {
            trial.table().leaveOut("Without --videobridge: relays between bridges of this project only.");
        }
        if (isScreenWanted) {
            ScreenScenario.run(trial);
        }
        if (areMoreWanted) {
            trial.secondBridge();
        }
        for (RelayScenario scenario : scenarios) {
            if (isWanted(scenario)) {
                scenario.run(trial, scenario.equals(scenarios.getFirst()));
            }
        }
        if (isWanted(crowd)) {
            crowd.run(trial);
        }
    }

    private boolean isWanted(Object scenario) {
        return Arrays.stream(only.split("\\|")).anyMatch(scenario.toString()::contains);
    }
}
