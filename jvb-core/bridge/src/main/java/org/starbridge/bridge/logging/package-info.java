/** Format of log lines, which are shown, and what is left out of them. */
@NullMarked
package org.starbridge.bridge.logging;

import org.jspecify.annotations.NullMarked;
