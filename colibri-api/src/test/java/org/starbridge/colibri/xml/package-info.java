/** Tests of the XML form, with jitsi-xmpp-extensions as the oracle. */
@NullMarked
package org.starbridge.colibri.xml;

import org.jspecify.annotations.NullMarked;
