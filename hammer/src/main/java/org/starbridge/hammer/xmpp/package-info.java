/**
 * Driving a bridge over XMPP, from the room where bridges are, as a focus does, with the time that each answer takes; and a trial of
 * what a focus may do to a bridge in a bad minute.
 */
@NullMarked
package org.starbridge.hammer.xmpp;

import org.jspecify.annotations.NullMarked;
