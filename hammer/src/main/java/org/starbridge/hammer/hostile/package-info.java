/**
 * Bad input for a bridge while a star runs through it: strangers at the media port, liars at the addresses of the
 * star's own clients, connected guests that send what they should not, and abuse of HTTP and WebSocket, all bounded in
 * rate.
 *
 * <p>A {@link org.starbridge.hammer.hostile.HostileRun} first calls the roll: each kind alone with the counters that
 * the bridge should count it under, so that what grows is its doing. Then everything comes at once until the end. It
 * has one thread; answers of HTTP come on others.
 */
@NullMarked
package org.starbridge.hammer.hostile;

import org.jspecify.annotations.NullMarked;
