/**
 * Low-latency HLS on the public HTTP server: {@code /hls/ROOM/index.m3u8}. One thread reads the taps of the endpoints
 * that are shown and makes segments and parts; requests read what it made, and those that wait for media that does not
 * exist yet hold no thread.
 */
@NullMarked
package org.starbridge.bridge.hls;

import org.jspecify.annotations.NullMarked;
