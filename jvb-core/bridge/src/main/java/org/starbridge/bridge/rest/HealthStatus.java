package org.starbridge.bridge.rest;

/**
 * The stored result of the latest health check.
 *
 * @param verdict how it went
 * @param reason a sentence for people; empty when healthy
 */
public record HealthStatus(Verdict verdict, String reason) {
    /** Result of a check, and the HTTP status that says so. */
    public enum Verdict {
        HEALTHY(200),
        /** Conferences have to leave this bridge. */
        HARD_FAILURE(500),
        /** No check is through yet, or the failure may pass. */
        SOFT_FAILURE(503);

        private final int httpStatus;

        Verdict(int httpStatus) {
            this.httpStatus = httpStatus;
        }

        int httpStatus() {
            return httpStatus;
        }
    }

    public static final HealthStatus HEALTHY = new HealthStatus(Verdict.HEALTHY, "");
}
