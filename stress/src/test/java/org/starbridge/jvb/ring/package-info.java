/** What the ring promises to readers on other threads: nothing torn, nothing half written. */
@NullMarked
package org.starbridge.jvb.ring;

import org.jspecify.annotations.NullMarked;
