/**
 * WebSocket client for services (RFC 6455): opens connections over Jetty's, with TLS verified and redirects refused,
 * and writes the frames of a turn at once. Its own few threads read; senders write.
 */
@NullMarked
package org.starbridge.bridge.export.websocket;

import org.jspecify.annotations.NullMarked;
