/**
 * Mapping of the numbers that a sender negotiated to those of a receiver: payload types (RFC 3264 section 5.1) and ids
 * of header extensions (RFC 8285). Maps are immutable and made when a plan changes; per packet they are one array
 * access. The pools of maps are owned by one worker.
 */
@NullMarked
package org.starbridge.media.mapping;

import org.jspecify.annotations.NullMarked;
