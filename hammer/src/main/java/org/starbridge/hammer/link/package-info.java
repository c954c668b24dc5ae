/** Bad links as the command line describes them, and which endpoints are behind them. Immutable values. */
@NullMarked
package org.starbridge.hammer.link;

import org.jspecify.annotations.NullMarked;
