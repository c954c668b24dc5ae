/**
 * Scenarios of bad networks, each with endpoints, links, and a target for each figure. They follow RFC 8867 and what
 * users meet. Immutable values; the command line runs them.
 */
@NullMarked
package org.starbridge.hammer.badlink;

import org.jspecify.annotations.NullMarked;
