/** What a media worker counts besides refused packets. Owned by the worker. */
@NullMarked
package org.starbridge.media.counters;

import org.jspecify.annotations.NullMarked;
