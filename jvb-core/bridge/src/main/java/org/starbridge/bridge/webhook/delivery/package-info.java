/**
 * Deliveries of webhooks to one receiver: a bounded queue, repetition with growing pauses, and signatures. Time comes
 * as an argument; there are no threads and no sockets.
 */
@NullMarked
package org.starbridge.bridge.webhook.delivery;

import org.jspecify.annotations.NullMarked;
