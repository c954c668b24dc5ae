package org.starbridge.benchmarks.ladder;

/**
 * Time in which a run measures.
 *
 * @param warmUpSeconds from the moment at which everybody receives everything
 * @param seconds that are measured then
 */
record Window(int warmUpSeconds, int seconds) {}
