/**
 * The bridge channel below its messages: what carries it (WebSocket, or a data channel over SCTP), and the limits on
 * pace, length and memory. The types are thread safe unless they say otherwise.
 */
@NullMarked
package org.starbridge.control.channel;

import org.jspecify.annotations.NullMarked;
