/**
 * Drives a bridge over XMPP from the room in which bridges are, as a focus does, and measures how long each answer
 * takes.
 */
@NullMarked
package org.starbridge.hammer.xmpp;

import org.jspecify.annotations.NullMarked;
