/**
 * RTCP in both directions: feedback to a source about what it sends (receiver reports, transport-wide feedback, NACKs,
 * key frame requests), and what becomes of what receivers say (NACKs, key frame requests) and sources say (sender
 * reports). RTCP ends at the bridge and begins at the bridge: no packet is relayed as it came. Owned by the worker of
 * the endpoint.
 */
@NullMarked
package org.starbridge.media.feedback;

import org.jspecify.annotations.NullMarked;
