/** The bridge with clients that we did not write, over real sockets. */
@NullMarked
package org.starbridge.bridge.interop;

import org.jspecify.annotations.NullMarked;
