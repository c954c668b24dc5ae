/**
 * The {@code a=} lines of session descriptions, each a record that is read from and written as text. Those that offers
 * and answers of WebRTC depend on have types of their own (RFC 8866, 8839, 8285, 8851, 8853, 5576, 8122);
 * {@link org.starbridge.sdp.attribute.OtherAttribute} keeps all others.
 *
 * <p>No state: any thread.
 */
@NullMarked
package org.starbridge.sdp.attribute;

import org.jspecify.annotations.NullMarked;
