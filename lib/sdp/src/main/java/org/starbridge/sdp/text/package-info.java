/**
 * Reads the values of session descriptions word by word. A value that does not fit becomes an
 * {@link org.starbridge.sdp.text.SdpException} that names the line, quotes the value and says what was expected.
 *
 * <p>No state beyond one value: any thread.
 */
@NullMarked
package org.starbridge.sdp.text;

import org.jspecify.annotations.NullMarked;
