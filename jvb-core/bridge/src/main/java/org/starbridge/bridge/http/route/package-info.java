/**
 * Requests to the bridge as its resources see them: routes by path and method, the request that comes in, the answer
 * that goes out. Knows no HTTP server; {@code http} calls the router on the thread of the request.
 */
@NullMarked
package org.starbridge.bridge.http.route;

import org.jspecify.annotations.NullMarked;
