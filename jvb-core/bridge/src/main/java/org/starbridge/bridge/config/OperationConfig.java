package org.starbridge.bridge.config;

import org.starbridge.bridge.blackbox.BlackBoxConfig;
import org.starbridge.bridge.capture.CaptureConfig;
import org.starbridge.bridge.config.reader.ConfigParts;
import org.starbridge.bridge.dashboard.DashboardConfig;
import org.starbridge.bridge.health.HealthConfig;
import org.starbridge.bridge.logging.LogConfig;
import org.starbridge.bridge.stats.LoadConfig;
import org.starbridge.bridge.stats.StatsConfig;
import org.starbridge.bridge.tracing.TracingConfig;
import org.starbridge.bridge.upgrade.UpgradeConfig;

/**
 * Identity, health, load, logs and diagnosis.
 *
 * @param identity what the bridge says about itself
 * @param health the bridge's check of itself
 * @param stats how often rates are recomputed
 * @param load how load becomes stress
 * @param shutdown how the bridge ends when it is asked to, and whether it begins drained
 * @param log what log lines show
 * @param dashboard the page of the private server
 * @param capture captures of packets
 * @param tracing spans of requests
 * @param upgrade upgrades without an interruption
 * @param blackBox logs of conferences
 */
public record OperationConfig(
        IdentityConfig identity,
        HealthConfig health,
        StatsConfig stats,
        LoadConfig load,
        ShutdownConfig shutdown,
        LogConfig log,
        DashboardConfig dashboard,
        CaptureConfig capture,
        TracingConfig tracing,
        UpgradeConfig upgrade,
        BlackBoxConfig blackBox) {
    static OperationConfig read(ConfigParts in) {
        return new OperationConfig(
                in.part(IdentityConfig::read, IdentityConfig.DEFAULT),
                in.part(HealthConfig::read, HealthConfig.DEFAULT),
                in.part(StatsConfig::read, StatsConfig.DEFAULT),
                in.part(LoadConfig::read, LoadConfig.DEFAULT),
                in.part(ShutdownConfig::read, ShutdownConfig.DEFAULT),
                in.part(LogConfig::read, LogConfig.DEFAULT),
                in.part(DashboardConfig::read, DashboardConfig.DEFAULT),
                in.part(CaptureConfig::read, CaptureConfig.DEFAULT),
                in.part(TracingConfig::read, TracingConfig.DEFAULT),
                in.part(UpgradeConfig::read, UpgradeConfig.DEFAULT),
                in.part(BlackBoxConfig::read, BlackBoxConfig.DEFAULT));
    }
}
