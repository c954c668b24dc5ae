/** A benchmark of the rewrite room, here because its door is not public. */
@NullMarked
package org.starbridge.media.forward;

import org.jspecify.annotations.NullMarked;
