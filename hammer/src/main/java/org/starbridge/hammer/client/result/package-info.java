/** Counts of the clients of a conference, as immutable values for reports. */
@NullMarked
package org.starbridge.hammer.client.result;

import org.jspecify.annotations.NullMarked;
