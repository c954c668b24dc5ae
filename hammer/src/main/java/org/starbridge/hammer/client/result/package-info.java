/** What the clients of a conference have counted, as immutable values for reports. */
@NullMarked
package org.starbridge.hammer.client.result;

import org.jspecify.annotations.NullMarked;
