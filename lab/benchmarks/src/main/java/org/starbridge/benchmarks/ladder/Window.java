package org.starbridge.benchmarks.ladder;

/**
 * When a run measures.
 *
 * @param warmUpSeconds from the moment at which everybody receives everything
 * @param seconds that are measured then
 */
record Window(int warmUpSeconds, int seconds) {}
