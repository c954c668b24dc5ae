/**
 * Cost of each endpoint in time of its media worker. One duty cycle in 32, on average, is measured: the time in which
 * datagrams of an endpoint are processed and packets for it are written, and its share of the system calls. Owned by
 * one worker.
 */
@NullMarked
package org.starbridge.media.cost;

import org.jspecify.annotations.NullMarked;
