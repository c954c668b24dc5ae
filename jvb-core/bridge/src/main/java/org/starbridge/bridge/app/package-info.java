/**
 * Starts and stops the bridge: {@link org.starbridge.bridge.app.Bridge} builds the whole object graph in one method out
 * of a few rooms (media, control, vitals, the doors for HTTP and XMPP), {@link org.starbridge.bridge.app.Main} is the
 * command line. Knows every other package; nobody knows it.
 */
@NullMarked
package org.starbridge.bridge.app;

import org.jspecify.annotations.NullMarked;
