/**
 * Reasons why an endpoint does not connect, in sentences. A {@link org.starbridge.media.api.ConnectionReport} comes in,
 * findings with advice go out. Pure functions, any thread.
 */
@NullMarked
package org.starbridge.bridge.diagnosis;

import org.jspecify.annotations.NullMarked;
