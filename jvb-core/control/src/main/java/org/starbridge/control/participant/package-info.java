/**
 * Participants of a conference and the endpoints that connect them: identity, sources, mutes, receiver constraints,
 * transport state. Guarded by the conference's lock, except for what the media workers report.
 */
@NullMarked
package org.starbridge.control.participant;

import org.jspecify.annotations.NullMarked;
