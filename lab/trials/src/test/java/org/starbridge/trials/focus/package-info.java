/** The stand-in for a focus: what it tells bridges and participants, and a conference through a real XMPP server. */
@NullMarked
package org.starbridge.trials.focus;

import org.jspecify.annotations.NullMarked;
