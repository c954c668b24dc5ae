/**
 * Starts and stops the bridge: {@link org.starbridge.bridge.app.Bridge} builds the whole object graph in one method out
 * of a few parts (media, control, monitor, HTTP and XMPP), {@link org.starbridge.bridge.app.Main} is the command line.
 * Uses every other package; no package uses it.
 */
@NullMarked
package org.starbridge.bridge.app;

import org.jspecify.annotations.NullMarked;
