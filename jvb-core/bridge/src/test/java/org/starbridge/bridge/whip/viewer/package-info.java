/** Tests of the WHEP extensions. */
@NullMarked
package org.starbridge.bridge.whip.viewer;

import org.jspecify.annotations.NullMarked;
