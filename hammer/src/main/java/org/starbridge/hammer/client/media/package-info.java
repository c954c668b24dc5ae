/**
 * One endpoint's media once it has SRTP keys: the streams that it sends, the receiver that counts and samples what
 * arrives, RTCP both ways, and retransmission. Owned by the endpoint's driver; allocates nothing per packet.
 */
@NullMarked
package org.starbridge.hammer.client.media;

import org.jspecify.annotations.NullMarked;
