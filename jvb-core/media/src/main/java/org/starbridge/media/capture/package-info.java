/**
 * Captures of packets for people who look for what is wrong with a call. A worker copies plain RTP and RTCP of one
 * endpoint into a {@link org.starbridge.media.api.TapQueue}; another thread writes files from it.
 */
@NullMarked
package org.starbridge.media.capture;

import org.jspecify.annotations.NullMarked;
