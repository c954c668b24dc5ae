package org.starbridge.bridge.app.monitor;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.starbridge.bridge.app.media.MediaStack;
import org.starbridge.bridge.doctor.SelfExamination;
import org.starbridge.bridge.health.HealthCheck;
import org.starbridge.bridge.health.HealthChecks;
import org.starbridge.bridge.health.HealthConfig;
import org.starbridge.bridge.nat.StunMapping;
import org.starbridge.bridge.stats.JvmFigures;
import org.starbridge.media.api.MappedAddress;
import org.starbridge.media.runner.Watchdog;

/** The checks that decide whether the bridge is healthy. */
final class HealthCheckList {
    private HealthCheckList() {}

    static List<HealthCheck> of(HealthConfig config, MediaStack media, Watchdog watchdog, SelfExamination doctor) {
        List<HealthCheck> checks = new ArrayList<>();
        checks.add(HealthChecks.socketsBound(() -> media.workers().localAddresses()));
        if (config.requireValidAddress()) {
            checks.add(HealthChecks.validAddress(
                    () -> Stream.concat(
                                    media.workers().localAddresses().stream(),
                                    media.workers().mappedAddresses().stream().map(MappedAddress::mapped))
                            .map(InetSocketAddress::getAddress)
                            .toList(),
                    media.publicAddresses()::isAsking));
        }
        if (config.requireStun()) {
            checks.add(HealthChecks.stunAnswered(
                    () -> media.publicAddresses().complaint(StunMapping.NAME),
                    () -> media.publicAddresses().isAsking(StunMapping.NAME)));
        }
        if (config.unhealthyIfUnreachable()) {
            checks.add(HealthChecks.reachable(doctor::unreachable));
        }
        checks.add(HealthChecks.workersAlive(nowNs -> {
            watchdog.check(nowNs);
            return watchdog.complaint();
        }));
        checks.add(HealthChecks.fileDescriptorsLeft(JvmFigures::openFileDescriptors, JvmFigures::maxFileDescriptors));
        return checks;
    }
}
