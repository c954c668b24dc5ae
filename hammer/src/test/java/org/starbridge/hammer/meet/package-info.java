/** A focus that invites the Hammer's participants, and what they make of real offers. */
@NullMarked
package org.starbridge.hammer.meet;

import org.jspecify.annotations.NullMarked;
