package org.starbridge.hammer.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.starbridge.hammer.bridge.KernelDrops;

/** Resources that the bridge and the Hammer used in the window, as JSON. Stateless. */
final class ResourceJson {
    private ResourceJson() {}

    static void putBridge(ObjectNode json, RunReport report) {
        json.put("bridgeVersion", report.bridgeVersion());
        json.put("bridgeCpuMicrosPerForwardedPacket", report.bridgeCpuMicrosPerForwardedPacket());
        json.put("bridgeCpuUserMicrosPerForwardedPacket", report.bridgeUserMicrosPerForwardedPacket());
        json.put("bridgeCpuSystemMicrosPerForwardedPacket", report.bridgeSystemMicrosPerForwardedPacket());
        BridgeUse bridge = report.bridge();
        json.put("bridgeCpuNanos", bridge.cpuNs());
        json.put("bridgeCpuUserNanos", bridge.userNs());
        json.put("bridgeCpuSystemNanos", bridge.systemNs());
        ObjectNode threads = json.putObject("bridgeThreadNanos");
        bridge.threads().forEach(threads::put);
        json.put("bridgeRssBytes", bridge.rssBytes());
        json.put("bridgePeakRssBytes", bridge.peakRssBytes());
        json.put("bridgeStartNanos", bridge.startNs());
        json.put("bridgeCpus", bridge.cpus());
        json.put("bridgeAllocatedBytesPerForwardedPacket", report.bridgeAllocatedBytesPerForwardedPacket());
        json.put("bridgeGcCount", bridge.grown("gc_count"));
        json.put("bridgeGcPauseMaxMillis", bridge.last("gc_pause_max_ms"));
        json.set("bridgeStats", JsonFigure.orNull(bridge.stats()));
    }

    static void putHammer(ObjectNode json, RunReport report) {
        HammerUse hammer = report.hammer();
        json.put("hammerSaturated", report.hammerSaturated());
        ArrayNode saturation = json.putArray("hammerSaturation");
        report.saturation().forEach(saturation::add);
        json.put("hammerCpuMicrosPerReceivedPacket", report.hammerCpuMicrosPerReceivedPacket());
        json.put("hammerCpuNanos", hammer.cpuNs());
        json.put("hammerBusiestDriver", hammer.busiestDriver());
        json.put("hammerPacketsLate", report.packetsLate());
        json.set("hammerLatenessNanos", Delays.toJson(hammer.lateness()));
        json.put("hammerProcessors", hammer.processors());
        json.put("hammerCpus", hammer.cpus());
        json.put("hammerCrypto", hammer.crypto());
        KernelDrops drops = hammer.kernelDrops();
        ObjectNode kernel = json.putObject("machineKernelDrops");
        kernel.put("backlog", drops == null ? null : (Long) drops.backlog());
        kernel.put("receiveBuffers", drops == null ? null : (Long) drops.receiveBuffers());
        kernel.put("sendBuffers", drops == null ? null : (Long) drops.sendBuffers());
        kernel.put("memory", drops == null ? null : (Long) drops.memory());
    }
}
