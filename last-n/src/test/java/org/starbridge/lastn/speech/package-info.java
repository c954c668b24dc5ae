/** Tests of who speaks, jitsi-utils' implementation of the same algorithm as the oracle. */
@NullMarked
package org.starbridge.lastn.speech;

import org.jspecify.annotations.NullMarked;
