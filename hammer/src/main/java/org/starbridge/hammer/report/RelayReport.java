package org.starbridge.hammer.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Results of a conference over several bridges.
 *
 * @param isStar all are linked with the first one only, instead of each with each
 * @param bridges the first one first
 * @param soundDelays of sound over no relay, one, and two; null where there was no sample
 * @param droppedBetween datagrams that emulated links between the bridges dropped, since the start
 * @param loss what came of the bridge that was killed; null if none was
 */
public record RelayReport(
        boolean isStar,
        List<RelayedBridge> bridges,
        List<@Nullable Delays> soundDelays,
        long droppedBetween,
        @Nullable BridgeLoss loss)
        implements JsonFigure {
    public RelayReport {
        bridges = List.copyOf(bridges);
        soundDelays = new ArrayList<>(soundDelays);
    }

    /**
     * One of the bridges in the window. Null is what was not measured.
     *
     * @param id its relay id
     * @param isLost whether it was killed
     * @param packetsToEndpoints what its endpoints received
     * @param packetsToBridges what its relays carried away, if each stream went once over each
     * @param cpuNs CPU time of its process
     */
    public record RelayedBridge(
            @JsonProperty String id,
            @JsonProperty("killed") boolean isLost,
            @JsonProperty @Nullable Long packetsToEndpoints,
            @JsonProperty @Nullable Long packetsToBridges,
            @JsonProperty("cpuNanos") @Nullable Long cpuNs) {
        /** CPU time for each packet that it sent, whereto ever. */
        @JsonProperty("cpuMicrosPerSentPacket")
        @Nullable
        Double microsPerPacket() {
            long packets =
                    packetsToEndpoints == null || packetsToBridges == null ? 0 : packetsToEndpoints + packetsToBridges;
            return cpuNs == null || packets == 0 ? null : (Double) (cpuNs / 1e3 / packets);
        }

        private String line() {
            Double micros = microsPerPacket();
            return isLost
                    ? "was killed"
                    : packetsToEndpoints == null || packetsToBridges == null || micros == null
                            ? "CPU per packet is not measured"
                            : format(
                                    "%,d packets to endpoints, %,d to bridges, %.2f µs of CPU per packet",
                                    packetsToEndpoints, packetsToBridges, micros);
        }
    }

    /** CPU time for each packet that any of the bridges sent; null if it was not measured. */
    public @Nullable Double microsPerPacket() {
        long cpuNs = 0;
        long packets = 0;
        for (RelayedBridge bridge : bridges) {
            if (bridge.microsPerPacket() == null) {
                return null;
            }
            cpuNs += Objects.requireNonNull(bridge.cpuNs());
            packets += Objects.requireNonNull(bridge.packetsToEndpoints())
                    + Objects.requireNonNull(bridge.packetsToBridges());
        }
        return cpuNs / 1e3 / packets;
    }

    /** For people. */
    List<Map.Entry<String, String>> lines() {
        List<Map.Entry<String, String>> lines = new ArrayList<>();
        Double micros = microsPerPacket();
        lines.add(Map.entry(
                "bridges",
                format("%d, %s", bridges.size(), isStar ? "star" : "mesh")
                        + (micros == null ? "" : format("; %.2f µs of CPU per sent packet", micros))));
        bridges.forEach(bridge -> lines.add(Map.entry("  " + bridge.id(), bridge.line())));
        for (int relays = 0; relays < soundDelays.size(); relays++) {
            Delays delays = soundDelays.get(relays);
            if (delays != null) {
                lines.add(Map.entry(
                        "  audio over " + relays + " relays",
                        format(
                                "p50 %.2f ms, p99 %.2f ms, max %.1f ms  (%,d samples)",
                                delays.p50Ns() / 1e6, delays.p99Ns() / 1e6, delays.maxNs() / 1e6, delays.samples())));
            }
        }
        if (droppedBetween > 0) {
            lines.add(Map.entry("dropped between bridges", format("%,d datagrams", droppedBetween)));
        }
        if (loss != null) {
            lines.add(Map.entry("after the loss of a bridge", loss.line()));
        }
        return lines;
    }

    @Override
    public ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("topology", isStar ? "star" : "mesh");
        json.put("cpuMicrosPerSentPacket", microsPerPacket());
        json.set("bridges", AnnotatedJson.of(bridges));
        ArrayNode delays = json.putArray("soundDelayNanosByRelays");
        soundDelays.forEach(each -> delays.add(Delays.toJson(each)));
        json.put("droppedBetweenBridges", droppedBetween);
        json.set("bridgeLoss", JsonFigure.orNull(loss));
        return json;
    }

    @SuppressWarnings("AnnotateFormatMethod") // its annotation is in a library that nothing else here needs
    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
