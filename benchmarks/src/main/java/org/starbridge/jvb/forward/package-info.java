/** A benchmark of the rewrite room, here because its door is not public. */
@NullMarked
package org.starbridge.jvb.forward;

import org.jspecify.annotations.NullMarked;
