/** Tests of WHIP and WHEP. */
@NullMarked
package org.starbridge.bridge.whip;

import org.jspecify.annotations.NullMarked;
