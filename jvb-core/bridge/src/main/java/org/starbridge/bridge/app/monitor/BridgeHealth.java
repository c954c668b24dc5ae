package org.starbridge.bridge.app.monitor;

import org.starbridge.bridge.app.media.MediaStack;
import org.starbridge.bridge.doctor.SelfExamination;
import org.starbridge.bridge.health.HealthChecker;
import org.starbridge.bridge.health.HealthConfig;
import org.starbridge.bridge.health.HealthResult;
import org.starbridge.media.runner.Watchdog;

/** Health of the bridge, which its media workers are part of. Any thread. */
public final class BridgeHealth {
    private final Watchdog watchdog;
    private final HealthChecker checker;

    BridgeHealth(HealthConfig config, MediaStack media, SelfExamination doctor) {
        watchdog = new Watchdog(media.threads(), config.workerHeartbeatLimit(), System.nanoTime());
        checker = new HealthChecker(config, HealthCheckList.of(config, media, watchdog, doctor), System.nanoTime());
    }

    /** The result of the latest check, which is made now if the timer is much too late for it. */
    public HealthResult result() {
        checker.catchUp(System::nanoTime);
        return checker.result(System.nanoTime());
    }

    /** Makes all checks now. */
    public void check() {
        checker.run(System::nanoTime);
    }

    /** Looks whether the workers run; if that has changed, makes all checks. */
    public void checkWorkers() {
        if (watchdog.check(System.nanoTime())) {
            check();
        }
    }

    /** Returns how often a worker was found not to run. */
    public long workerStalls() {
        return watchdog.stalls();
    }
}
