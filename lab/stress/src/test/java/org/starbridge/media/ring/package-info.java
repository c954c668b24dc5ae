/** What the ring promises to readers on other threads: nothing torn, nothing half written. */
@NullMarked
package org.starbridge.media.ring;

import org.jspecify.annotations.NullMarked;
