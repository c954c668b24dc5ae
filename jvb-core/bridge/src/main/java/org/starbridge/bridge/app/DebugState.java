package org.starbridge.bridge.app;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.health.HealthResult;

/** State that {@code /debug} shows in addition to the conferences, under the names and in the types that tools know. */
final class DebugState {
    private DebugState() {}

    /**
     * @param timeMs since 1970
     * @param stress 1 = the limit
     * @param load what the stress is made of
     * @param isReducing whether an overloaded bridge gives in
     * @param loadLastN the last-N by which it does now; -1 for none
     * @param doctor what is not as it should be, by the examination at the start
     */
    static Map<String, Object> of(
            long timeMs,
            double stress,
            Map<String, Object> load,
            boolean isReducing,
            int loadLastN,
            HealthResult health,
            Lifecycle lifecycle,
            List<Map<String, Object>> doctor) {
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("time", timeMs);
        state.put("shutdown_state", lifecycle.state().name());
        state.put("drain", lifecycle.isDraining());
        Map<String, Object> loadManagement = new LinkedHashMap<>();
        loadManagement.put("state", stress < 1 ? "NOT_OVERLOADED" : "OVERLOADED");
        loadManagement.put("stress", String.format(Locale.ROOT, "%.2f", stress));
        loadManagement.putAll(load);
        loadManagement.put("reducer_enabled", Boolean.toString(isReducing));
        loadManagement.put("reducer", Map.of("jvbLastN", loadLastN));
        state.put("load_management", loadManagement);
        state.put("health", health(health));
        state.put("doctor", doctor);
        return state;
    }

    private static Map<String, @Nullable Object> health(HealthResult health) {
        boolean isHealthy = health.isHealthy();
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put("success", isHealthy);
        view.put("hardFailure", health.status() == HealthResult.Status.HARD_FAILURE);
        view.put("responseCode", isHealthy ? null : health.status().httpStatus());
        view.put("message", isHealthy ? null : health.sentence());
        return view;
    }
}
