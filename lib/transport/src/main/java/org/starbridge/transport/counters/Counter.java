package org.starbridge.transport.counters;

/**
 * One total that runs from the process's start and never falls. An enum of the component that counts implements it: a
 * new constant is a new figure among the statistics.
 */
public interface Counter {
    /** Its names and its help text among the statistics. */
    CounterDescriptor descriptor();
}
