/**
 * Recordings of conferences: one file for each track, and a file of events, in a folder for each recording. A thread
 * takes packets from the endpoints' {@link org.starbridge.media.api.TapQueue taps} and makes frames and clusters,
 * another one writes. Neither media workers nor requests wait for the disk.
 */
@NullMarked
package org.starbridge.bridge.recording;

import org.jspecify.annotations.NullMarked;
