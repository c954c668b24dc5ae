/**
 * Signalling by which endpoints enter a conference and leave it: an interface with what both sides tell each other, and
 * its implementation for Colibri2. Blocking; called on virtual threads.
 */
@NullMarked
package org.starbridge.hammer.client.signalling;

import org.jspecify.annotations.NullMarked;
