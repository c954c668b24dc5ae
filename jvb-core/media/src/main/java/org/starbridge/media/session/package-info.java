/**
 * Beginning and end of the sessions of one worker's endpoints, and what their ICE agents and DTLS handshakes cause in
 * between: datagrams to send, addresses to learn, keys to take. Everything runs on the worker's thread; the threads of
 * the DTLS handshakes hand their results over as commands.
 */
@NullMarked
package org.starbridge.media.session;

import org.jspecify.annotations.NullMarked;
