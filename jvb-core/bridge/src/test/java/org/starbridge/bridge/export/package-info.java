/** Tests of media exports, with a far side in the same process. */
@NullMarked
package org.starbridge.bridge.export;

import org.jspecify.annotations.NullMarked;
