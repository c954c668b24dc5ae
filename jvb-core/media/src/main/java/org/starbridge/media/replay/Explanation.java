package org.starbridge.media.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.starbridge.lastn.LayerId;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.blackbox.Event;
import org.starbridge.media.blackbox.PlanCodec;
import org.starbridge.media.plan.ConferencePlan;
import org.starbridge.rtp.state.StateException;

/** Decisions of a log as lines for people: what was selected for receivers, and what that was based on. */
public final class Explanation {
    private final int participant;
    private final Map<Integer, Map<Integer, Integer>> targets = new HashMap<>();

    /** @param participant the number of the endpoint of interest; 0 for all */
    public Explanation(int participant) {
        this.participant = participant;
    }

    /** Lines about one duty cycle. */
    public List<String> of(List<Event> turn, long atNs) throws StateException {
        List<String> lines = new ArrayList<>();
        String time = "%10.4f s  ".formatted(atNs / 1e9);
        for (Event event : turn) {
            switch (event.kind()) {
                case PLAN -> plan(PlanCodec.plan(event.bytes()), time, lines);
                case ADD_ENDPOINT,
                        REMOTE_TRANSPORT,
                        ICE_RESTART,
                        EXPIRE,
                        KEYS,
                        KEYS_ENDED,
                        ALLOCATION,
                        ESTIMATE,
                        KEY_FRAME,
                        HEARD -> {
                    if (participant == 0 || participant == event.key()) {
                        lines.add(time + event);
                    }
                }
                default -> {}
            }
        }
        return lines;
    }

    private void plan(ConferencePlan plan, String time, List<String> lines) {
        for (ConferencePlan.Member member : plan.members()) {
            Transport transport = member.transport();
            int key = transport.endpointKey();
            Map<Integer, Integer> now = new TreeMap<>();
            transport.receivedStreams().forEach(ssrc -> now.put(ssrc, transport.target(ssrc)));
            Map<Integer, Integer> before = targets.getOrDefault(key, Map.of());
            if (participant == 0 || participant == key) {
                now.forEach((ssrc, layer) -> {
                    if (!layer.equals(before.get(ssrc))) {
                        lines.add(time + "selected for endpoint " + key + ": SSRC " + Integer.toUnsignedString(ssrc)
                                + ", " + layer(layer));
                    }
                });
                before.keySet().stream()
                        .filter(ssrc -> !now.containsKey(ssrc))
                        .forEach(ssrc -> lines.add(
                                time + "no more for endpoint " + key + ": SSRC " + Integer.toUnsignedString(ssrc)));
            }
            targets.put(key, now);
        }
    }

    private static String layer(int layer) {
        if (layer == ForwardingTable.SUSPENDED) {
            return "suspended";
        }
        return layer == ForwardingTable.HIGHEST_LAYER
                ? "highest layer"
                : "encoding " + LayerId.encoding(layer) + " (layer " + layer + ")";
    }
}
