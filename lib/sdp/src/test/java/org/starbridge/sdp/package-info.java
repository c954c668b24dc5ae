/** Tests of the descriptions, with offers of real clients. */
@NullMarked
package org.starbridge.sdp;

import org.jspecify.annotations.NullMarked;
