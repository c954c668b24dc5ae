/**
 * Why packets are refused. Every room that refuses a packet returns a {@link org.starbridge.media.drop.DropReason}; the
 * worker counts it, nobody logs it.
 */
@NullMarked
package org.starbridge.media.drop;

import org.jspecify.annotations.NullMarked;
