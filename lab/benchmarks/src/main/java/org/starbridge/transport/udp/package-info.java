/** A port for benchmarks, here because only this package fills a receive batch without allocating. */
@NullMarked
package org.starbridge.transport.udp;

import org.jspecify.annotations.NullMarked;
