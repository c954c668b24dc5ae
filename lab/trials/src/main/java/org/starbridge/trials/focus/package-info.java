/**
 * A stand-in for a conference focus: takes participants that run lib-jitsi-meet into rooms of Jitsi Meet by Jingle
 * (XEP-0166, XEP-0167, XEP-0339) and has a bridge carry their media by Colibri2, both over one connection to an XMPP
 * server. It is for trials without Jicofo: one bridge per room, no authentication, no moderation, no SSRC rewriting.
 *
 * <p>{@link org.starbridge.trials.focus.FocusStandIn} starts it. Everything but the reading of stanzas runs on one
 * thread, in the order in which stanzas arrive.
 */
@NullMarked
package org.starbridge.trials.focus;

import org.jspecify.annotations.NullMarked;
