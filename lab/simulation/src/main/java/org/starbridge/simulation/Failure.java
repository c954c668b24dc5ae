package org.starbridge.simulation;

/**
 * A rule that was broken.
 *
 * @param atMs since the run began, in virtual time
 */
public record Failure(Oracle oracle, long atMs, String text) {
    @Override
    public String toString() {
        return String.format("%9.3f s  %-11s %s", atMs / 1000.0, oracle, text);
    }
}
