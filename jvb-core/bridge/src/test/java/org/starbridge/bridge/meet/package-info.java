/**
 * The bridge under a Jicofo or its stand-in, with pages that run lib-jitsi-meet. Jicofo and lib-jitsi-meet are the
 * caller's, and neither is part of this project.
 */
@NullMarked
package org.starbridge.bridge.meet;

import org.jspecify.annotations.NullMarked;
