/**
 * The public HTTP server: WebSocket upgrades of clients that know their endpoint's password, and the bridge channel
 * over them (RFC 6455). Text messages go in and out through {@link org.starbridge.control.channel.ChannelSlot}; what
 * they mean is not known here.
 *
 * <p>Jetty without servlets; messages of one socket arrive one after another on virtual threads. One further virtual
 * thread pings silent sockets and closes dead ones.
 */
@NullMarked
package org.starbridge.bridge.websocket;

import org.jspecify.annotations.NullMarked;
