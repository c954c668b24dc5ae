/**
 * JMH, room by room: what parse, unprotect, source, rewrite, protect and egress cost for one packet, and the whole path
 * at 2 to 2000 receivers. Everything runs on JMH's one thread, without the bridge's. {@code scripts/bench jmh} runs
 * them, {@code -prof gc} shows the bytes allocated.
 */
@NullMarked
package org.starbridge.benchmarks.rooms;

import org.jspecify.annotations.NullMarked;
