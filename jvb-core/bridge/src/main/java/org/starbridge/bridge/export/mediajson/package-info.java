/**
 * The mediajson protocol between a bridge and a service that takes its audio: JSON events in text frames of a
 * WebSocket. {@link org.starbridge.bridge.export.mediajson.EventWriter} writes what the bridge sends,
 * {@link org.starbridge.bridge.export.mediajson.ServiceEvent} is what comes back. No threads, no clocks.
 */
@NullMarked
package org.starbridge.bridge.export.mediajson;

import org.jspecify.annotations.NullMarked;
