/**
 * Work that waits for a media worker's duty cycle: commands from other threads, and the deadlines of its endpoints.
 * Commands come from any thread; everything else belongs to the worker.
 */
@NullMarked
package org.starbridge.media.queue;

import org.jspecify.annotations.NullMarked;
