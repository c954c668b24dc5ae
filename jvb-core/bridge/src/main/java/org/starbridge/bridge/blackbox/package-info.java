/** Settings of the logs of conferences. */
@NullMarked
package org.starbridge.bridge.blackbox;

import org.jspecify.annotations.NullMarked;
