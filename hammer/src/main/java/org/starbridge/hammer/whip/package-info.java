/**
 * Endpoints as WHIP publishers (RFC 9725) and WHEP viewers (draft-ietf-wish-whep), against any server: the options, the
 * signalling, the offer and the answer.
 */
@NullMarked
package org.starbridge.hammer.whip;

import org.jspecify.annotations.NullMarked;
