/** The bridge between browsers and endpoints that the Hammer plays, over real sockets. */
@NullMarked
package org.starbridge.hammer.browser;

import org.jspecify.annotations.NullMarked;
