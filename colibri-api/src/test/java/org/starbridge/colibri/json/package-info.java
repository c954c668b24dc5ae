/** Tests of the JSON mapping, with jitsi-xmpp-extensions as the oracle. */
@NullMarked
package org.starbridge.colibri.json;

import org.jspecify.annotations.NullMarked;
