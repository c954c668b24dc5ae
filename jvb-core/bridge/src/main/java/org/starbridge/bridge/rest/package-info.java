/**
 * The private HTTP server: Colibri2 over REST, health, version, statistics, metrics and debug state. Requests come in,
 * the injected sources of truth answer them; nothing is decided here but the HTTP status.
 *
 * <p>Jetty without servlets, one virtual thread per request. Meant for localhost or a trusted network: there is no
 * password.
 */
@NullMarked
package org.starbridge.bridge.rest;

import org.jspecify.annotations.NullMarked;
