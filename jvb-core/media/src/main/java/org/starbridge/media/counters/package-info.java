/** Counters of a media worker, refused packets apart. Owned by the worker. */
@NullMarked
package org.starbridge.media.counters;

import org.jspecify.annotations.NullMarked;
