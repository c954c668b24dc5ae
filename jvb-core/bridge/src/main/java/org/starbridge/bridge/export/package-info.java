/**
 * Media exports: audio of conferences goes to services over WebSockets as a focus asks for it, and their results come
 * back. An {@link org.starbridge.bridge.export.ExportService} has one thread, which reads the taps of media workers and
 * lets each export of {@link org.starbridge.bridge.export.session} send; the JDK's HTTP client has the connections.
 */
@NullMarked
package org.starbridge.bridge.export;

import org.jspecify.annotations.NullMarked;
