/**
 * An emulated bad link: how long a datagram waits in the queue of a bottleneck, when it arrives at the far end, or why
 * it is dropped. Pure calculation; time and randomness are arguments, datagrams stay with the caller. Any one thread.
 *
 * <p>For the Hammer and for tests, which have only this module in common; the bridge does not use it.
 */
@NullMarked
package org.starbridge.transport.link;

import org.jspecify.annotations.NullMarked;
