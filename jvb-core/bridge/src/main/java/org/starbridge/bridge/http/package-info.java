/**
 * HTTP for both servers of the bridge: ports with TLS, limits, request rates, protection against foreign web pages, and
 * a router. Which resources exist is the business of {@code rest} and {@code websocket}.
 *
 * <p>Jetty without servlets, one virtual thread per request.
 */
@NullMarked
package org.starbridge.bridge.http;

import org.jspecify.annotations.NullMarked;
