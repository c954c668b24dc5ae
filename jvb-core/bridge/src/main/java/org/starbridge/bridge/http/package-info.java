/**
 * HTTP for both servers of the bridge: ports, limits, request rates, and protection against foreign web pages. Which
 * resources exist is the business of {@code rest} and {@code websocket}, which describe them as routes.
 *
 * <p>Jetty without servlets, one virtual thread per request.
 */
@NullMarked
package org.starbridge.bridge.http;

import org.jspecify.annotations.NullMarked;
