/**
 * The thin shell around the media workers: threads that run their duty cycles and sleep when there is nothing to do.
 * The only place, apart from the sockets, that knows the media clock.
 */
@NullMarked
package org.starbridge.media.runner;

import org.jspecify.annotations.NullMarked;
