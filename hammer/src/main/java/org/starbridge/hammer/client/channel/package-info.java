/**
 * An endpoint's bridge channel, over a WebSocket or a data channel (SCTP over DTLS): what the bridge says, and the
 * messages that endpoints send for the message load. Any thread.
 */
@NullMarked
package org.starbridge.hammer.client.channel;

import org.jspecify.annotations.NullMarked;
