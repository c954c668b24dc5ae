/** Tests of control over XMPP: without a server, and with a real Prosody where there is one. */
@NullMarked
package org.starbridge.bridge.xmpp;

import org.jspecify.annotations.NullMarked;
