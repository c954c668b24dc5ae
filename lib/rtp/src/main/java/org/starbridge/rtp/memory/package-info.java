/**
 * Native memory as the packet's rooms see it: plain addresses, read and written through one accessor.
 *
 * <p>{@link org.starbridge.rtp.memory.Slab} allocates, {@link org.starbridge.rtp.memory.Memory} reads and writes. In
 * production an access is base plus offset, and a range that a cipher is to read or write must lie within a live slab;
 * with {@code -Dstarbridge.memory.checked=true} (all tests) every access must, with {@code false} nothing is looked at.
 */
@NullMarked
package org.starbridge.rtp.memory;

import org.jspecify.annotations.NullMarked;
