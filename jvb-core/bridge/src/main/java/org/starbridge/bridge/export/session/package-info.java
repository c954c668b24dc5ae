/**
 * One media export: what it sends in which order, when it connects again, and when it pings. An
 * {@link org.starbridge.bridge.export.session.ExportSession} is given time and packets, and a
 * {@link org.starbridge.bridge.export.session.Connector} that opens connections; it has no thread and no clock.
 */
@NullMarked
package org.starbridge.bridge.export.session;

import org.jspecify.annotations.NullMarked;
