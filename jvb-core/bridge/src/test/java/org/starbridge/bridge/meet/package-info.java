/**
 * The bridge under a real Jicofo, with pages that run lib-jitsi-meet; both are the caller's, and neither is part of
 * this project.
 */
@NullMarked
package org.starbridge.bridge.meet;

import org.jspecify.annotations.NullMarked;
