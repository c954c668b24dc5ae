/**
 * The WHEP extensions for events and layers (webrtc-http-egress-events of the WISH working group, edition 02): a
 * viewer's event streams, and which layer it selects. What the room is like comes in; server-sent events and limits of
 * height and temporal layer go out. Any thread.
 */
@NullMarked
package org.starbridge.bridge.whip.viewer;

import org.jspecify.annotations.NullMarked;
