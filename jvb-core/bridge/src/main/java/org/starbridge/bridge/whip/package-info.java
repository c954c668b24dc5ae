/**
 * Publishing and watching over HTTP: WHIP (RFC 9725) and WHEP (draft-ietf-wish-whep). An offer becomes the same
 * Colibri2 records that a focus sends, and what the bridge answers becomes an SDP answer, so publishers and viewers are
 * ordinary endpoints of ordinary conferences.
 *
 * <p>Runs on the threads of HTTP requests; sessions are looked after by a timer.
 */
@NullMarked
package org.starbridge.bridge.whip;

import org.jspecify.annotations.NullMarked;
