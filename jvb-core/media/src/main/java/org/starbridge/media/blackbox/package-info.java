/**
 * Black box: a bounded log of what came into a conference on one media worker, and of what was decided and sent, from
 * which {@code media.worker.ConferenceReplay} makes the same again. Payloads of media are never in it. Owned by the
 * worker; full parts of a log are immutable and may be read by any thread.
 */
@NullMarked
package org.starbridge.media.blackbox;

import org.jspecify.annotations.NullMarked;
