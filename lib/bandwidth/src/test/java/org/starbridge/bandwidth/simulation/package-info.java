/** A network in virtual time: links, media flows with an estimator each, TCP. Deterministic for a seed. */
@NullMarked
package org.starbridge.bandwidth.simulation;

import org.jspecify.annotations.NullMarked;
