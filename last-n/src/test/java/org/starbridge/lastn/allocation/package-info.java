/** Tests of how bandwidth is divided. */
@NullMarked
package org.starbridge.lastn.allocation;

import org.jspecify.annotations.NullMarked;
