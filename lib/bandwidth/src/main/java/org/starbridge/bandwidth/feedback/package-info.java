/**
 * Packets that were sent to one receiver, and what its transport-wide feedback
 * (draft-holmer-rmcat-transport-wide-cc-extensions-01) says of them. In: a number, a time and a size for each packet,
 * and the parsed feedback. Out: packets with send and arrival times, losses, and round-trip times. Owned by the
 * receiver's media worker.
 */
@NullMarked
package org.starbridge.bandwidth.feedback;

import org.jspecify.annotations.NullMarked;
