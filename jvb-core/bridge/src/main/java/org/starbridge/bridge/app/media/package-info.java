/** Opens the media sockets, chooses I/O and cryptography, and starts the workers with their threads. */
@NullMarked
package org.starbridge.bridge.app.media;

import org.jspecify.annotations.NullMarked;
