/**
 * HLS playlists (RFC 8216bis) as a player reads them. Text comes in; multivariant and media playlists, and breaches of
 * the rules for low-latency HLS, go out. Pure: no clock, thread or socket.
 */
@NullMarked
package org.starbridge.playlist;

import org.jspecify.annotations.NullMarked;
