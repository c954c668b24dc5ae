/**
 * Joining a room of a Jitsi Meet deployment as its clients do: over XMPP, by the focus's leave, with Jingle. What a
 * focus offers goes out as a {@link org.starbridge.hammer.client.signalling.BridgeTransport}, what the Hammer's
 * endpoints send goes in as Jingle contents; media is none of this package's business.
 *
 * <p>The connections are Smack's, and so are their threads; Jingle's elements are those of jitsi-xmpp-extensions, whose
 * readers are registered for the whole process (XEP-0166, XEP-0167, XEP-0176, XEP-0320, XEP-0338, XEP-0339).
 */
@NullMarked
package org.starbridge.hammer.meet;

import org.jspecify.annotations.NullMarked;
