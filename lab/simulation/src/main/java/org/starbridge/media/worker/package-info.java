/**
 * One seed of the simulator: a whole bridge, guests, a stand-in focus, faults and oracles in virtual time. It is in the
 * package of the harness that it is made of. One thread.
 */
@NullMarked
package org.starbridge.media.worker;

import org.jspecify.annotations.NullMarked;
