/** Warm-up of the bridge, once before it serves, so that the first conferences meet compiled code. */
@NullMarked
package org.starbridge.bridge.app.warmup;

import org.jspecify.annotations.NullMarked;
