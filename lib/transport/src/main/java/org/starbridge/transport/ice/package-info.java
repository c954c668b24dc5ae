/**
 * ICE for one transport: an agent that speaks STUN as plain bytes and knows neither sockets, clocks nor threads.
 *
 * <p>Datagrams, time and signalled candidates come in; datagrams, the selected tuple and state changes go out through
 * an {@link org.starbridge.transport.ice.IceSink}. Full ICE (RFC 8445) for one stream with one component over UDP, STUN
 * by RFC 8489, consent freshness by RFC 7675. Everything here is owned by the media worker that owns the endpoint.
 */
@NullMarked
package org.starbridge.transport.ice;

import org.jspecify.annotations.NullMarked;
