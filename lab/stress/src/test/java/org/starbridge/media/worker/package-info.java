/** What a worker's command queue promises to those who offer commands and to the worker. */
@NullMarked
package org.starbridge.media.worker;

import org.jspecify.annotations.NullMarked;
