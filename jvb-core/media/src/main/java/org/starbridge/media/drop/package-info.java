/**
 * Reasons why packets are refused. Every room that refuses a packet returns a
 * {@link org.starbridge.media.drop.DropReason}; the worker counts it, it is not logged.
 */
@NullMarked
package org.starbridge.media.drop;

import org.jspecify.annotations.NullMarked;
