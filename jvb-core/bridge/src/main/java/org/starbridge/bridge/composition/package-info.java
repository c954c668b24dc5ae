/**
 * Recordings made into videos that people play, after the call: the files of one participant joined, or a room laid out
 * as one picture. A recording's folder comes in, FFmpeg does the work in a process of its own with low priority.
 * Commands only; nothing of it runs in the bridge.
 */
@NullMarked
package org.starbridge.bridge.composition;

import org.jspecify.annotations.NullMarked;
