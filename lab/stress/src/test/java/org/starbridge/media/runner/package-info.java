/** What a worker's thread promises: no work is slept through. */
@NullMarked
package org.starbridge.media.runner;

import org.jspecify.annotations.NullMarked;
