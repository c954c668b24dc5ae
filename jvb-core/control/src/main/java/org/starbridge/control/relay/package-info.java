/**
 * Relays: the links of one conference to other bridges. A relay has one transport (ICE and DTLS), over which the
 * participants of the other bridge send, and which receives as another bridge does: every encoding whole. Requests
 * create relays and announce participants; messages between bridges tell which sources are wanted, and in which height.
 * Guarded by the conference's lock.
 */
@NullMarked
package org.starbridge.control.relay;

import org.jspecify.annotations.NullMarked;
