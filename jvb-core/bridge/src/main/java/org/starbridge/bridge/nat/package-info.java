/**
 * Under which addresses this machine is known beyond a NAT: what the operator wrote down, what STUN servers see (RFC
 * 8489), what a cloud's metadata says. Goes to clients as server reflexive candidates (RFC 8445 section 5.1.1).
 *
 * <p>Each source is asked periodically by a virtual thread of its own; other threads read the latest answers.
 */
@NullMarked
package org.starbridge.bridge.nat;

import org.jspecify.annotations.NullMarked;
