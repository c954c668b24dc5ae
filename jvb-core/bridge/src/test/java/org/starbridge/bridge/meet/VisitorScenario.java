package org.starbridge.bridge.meet;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.starbridge.bridge.interop.Chromium;
import org.starbridge.bridge.meet.TrialTable.Seen;

/**
 * Two participants, and a visitor over an XMPP server of visitors. Needs Jicofo.
 *
 * @param hasOwnBridge whether visitors are on another bridge of this checkout, linked by a relay with a mesh of its own
 */
record VisitorScenario(boolean hasOwnBridge) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int FRAMES_PER_SECOND = 15;
    private static final double LEAVE_LIMIT_SECONDS = 10;

    void run(Trial trial) throws Exception {
        VisitorServer server = trial.deployment().visitorServer();
        Map<String, String> settings = new HashMap<>(server.focusSettings());
        if (hasOwnBridge) {
            trial.secondBridge();
            settings.putAll(new RelayScenario("VP8", false).focusSettings());
            settings.put("jicofo.bridge.selection-strategy", "VisitorSelectionStrategy");
            settings.put("jicofo.bridge.participant-selection-strategy", "RegionBasedBridgeSelectionStrategy");
            settings.put("jicofo.bridge.visitor-selection-strategy", "RegionBasedBridgeSelectionStrategy");
            settings.put("jicofo.bridge.topology-strategy", "VisitorTopologyStrategy");
        }
        trial.deployment().restartFocus(settings);
        Map<String, Object> how =
                trial.deployment().join("trial-visitors" + (hasOwnBridge ? "-relay" : ""), "VP8", "websocket");
        how.put("lines", 360);
        Map<String, Object> asVisitor = new HashMap<>(how);
        asVisitor.put("visitorNode", server.node());
        try (Chromium browser = trial.openBrowser(FRAMES_PER_SECOND)) {
            TrialPage first = trial.page(browser, true, how);
            TrialPage second = trial.page(browser, false, how);
            TrialPage visitor = trial.page(browser, false, asVisitor);
            if (trial.join(toString(), first, "the first page")
                    && trial.join(toString(), second, "the second page")
                    && trial.join(toString(), visitor, "a visitor, sent to the visitors' server,")) {
                meet(trial, new Meeting(trial, toString(), List.of(first, second)), visitor);
                leaves(trial, visitor);
            }
        } finally {
            trial.forgetPages();
        }
        trial.deployment().restartFocus(Map.of());
    }

    private void meet(Trial trial, Meeting participants, TrialPage visitor) {
        TrialTable table = trial.table();
        participants.everyoneMeets();
        table.row(toString(), "the visitor sees and hears both participants", "pictures and sound of two", () -> {
            visitor.call("awaitReceived", 2);
            return new Seen(true, "seen and heard");
        });
        table.row(toString(), "bridges", hasOwnBridge ? "one for the visitor, one for the others" : "one", () -> {
            TrialBridge core = trial.bridge(participants.pages().getFirst());
            TrialBridge visitors = trial.bridge(visitor);
            return new Seen(
                    (core != visitors) == hasOwnBridge
                            && core == trial.bridge(participants.pages().getLast()),
                    core + ", the visitor on " + visitors);
        });
        table.row(toString(), "visitors in the statistics", "1", () -> {
            int visitors = visitors(trial.bridge(visitor));
            return new Seen(visitors == 1, Integer.toString(visitors));
        });
        table.row(toString(), "a message of the visitor, then one of a participant", "only the second arrives", () -> {
            TrialPage reader = participants.pages().getLast();
            visitor.call("awaitChannel");
            visitor.call("say", "", "of the visitor");
            visitor.call("say", reader.id(), "of the visitor");
            participants.pages().getFirst().call("say", "", "of a participant");
            reader.call("awaitMessage", "of a participant");
            double count = reader.number("count", "messageCount", "of the visitor");
            return new Seen(count == 0, count == 0 ? "only the second" : "both");
        });
        participants.speaker();
    }

    private void leaves(Trial trial, TrialPage visitor) {
        trial.table().row(toString(), "the visitor leaves", "no visitor in the statistics within 10 s", () -> {
            TrialBridge bridge = trial.bridge(visitor);
            visitor.call("leave");
            long beforeNs = System.nanoTime();
            trial.deployment().processes().await("the bridge to have no visitor", () -> visitors(bridge) == 0);
            return Seen.within((System.nanoTime() - beforeNs) / 1e9, LEAVE_LIMIT_SECONDS);
        });
    }

    private static int visitors(TrialBridge bridge) throws IOException, InterruptedException {
        return JSON.readTree(bridge.get("/colibri/stats")).path("visitors").asInt();
    }

    @Override
    public String toString() {
        return hasOwnBridge ? "visitors on a bridge of their own" : "visitors";
    }
}
