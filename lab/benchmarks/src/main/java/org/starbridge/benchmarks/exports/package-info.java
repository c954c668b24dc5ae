/**
 * CPU time and delay of media exports under load, without the bridge around them: packets are written into taps as
 * media workers do, and a service in the same process reads what the exports send over real sockets.
 */
@NullMarked
package org.starbridge.benchmarks.exports;

import org.jspecify.annotations.NullMarked;
