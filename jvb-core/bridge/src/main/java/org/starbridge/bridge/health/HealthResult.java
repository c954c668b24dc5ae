package org.starbridge.bridge.health;

/**
 * Health of the bridge.
 *
 * @param status what a caller should do about it
 * @param sentence the reason, for people; empty when healthy
 */
public record HealthResult(Status status, String sentence) {
    /** Healthy, or how serious the failure is. */
    public enum Status {
        HEALTHY(200),
        /** Not now; likely to pass. */
        SOFT_FAILURE(503),
        /** Conferences should be moved away. */
        HARD_FAILURE(500);

        private final int httpStatus;

        Status(int httpStatus) {
            this.httpStatus = httpStatus;
        }

        /** The answer to {@code GET /about/health}. */
        public int httpStatus() {
            return httpStatus;
        }
    }

    static final HealthResult HEALTHY = new HealthResult(Status.HEALTHY, "");

    /** Everything works. */
    public static HealthResult healthy() {
        return HEALTHY;
    }

    /** Not now, but likely soon. */
    public static HealthResult soft(String sentence) {
        return new HealthResult(Status.SOFT_FAILURE, sentence);
    }

    /** The bridge can not do its work. */
    public static HealthResult hard(String sentence) {
        return new HealthResult(Status.HARD_FAILURE, sentence);
    }

    public boolean isHealthy() {
        return status == Status.HEALTHY;
    }
}
