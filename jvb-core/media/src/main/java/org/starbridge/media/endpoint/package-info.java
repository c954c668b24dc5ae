/**
 * One endpoint on its worker: how it is reached (ICE), under which keys (DTLS, SRTP), what it sends and what it gets.
 * Everything here belongs to the endpoint's worker; what happens on other threads (the DTLS handshake) comes back as
 * commands.
 */
@NullMarked
package org.starbridge.media.endpoint;

import org.jspecify.annotations.NullMarked;
