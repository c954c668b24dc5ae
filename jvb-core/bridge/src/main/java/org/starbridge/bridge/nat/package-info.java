/**
 * Under which addresses this machine is known beyond a NAT: what the operator wrote down, what STUN servers see (RFC
 * 8489), what a cloud's metadata says. Goes to clients as server reflexive candidates (RFC 8445 section 5.1.1).
 *
 * <p>Whoever is asked is asked by a virtual thread of its own, again and again; everybody else reads the last answers.
 */
@NullMarked
package org.starbridge.bridge.nat;

import org.jspecify.annotations.NullMarked;
