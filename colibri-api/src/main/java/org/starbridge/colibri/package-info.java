/**
 * The Colibri2 conference control protocol ({@code jitsi:colibri2}) as immutable records: a
 * {@link org.starbridge.colibri.ConferenceModify} goes in, a {@link org.starbridge.colibri.ConferenceModified} or a
 * {@link org.starbridge.colibri.Colibri2Exception} comes out.
 *
 * <p>The records do not know whether they travelled as JSON (package {@code json}) or as XMPP stanzas. They may be used
 * from any thread. Their constructors refuse what can never be right (an SSRC beyond 32 bits, a payload type beyond 7)
 * with an {@link IllegalArgumentException} that names the value; whether a request makes sense for a given conference
 * is the bridge's business.
 */
@NullMarked
package org.starbridge.colibri;

import org.jspecify.annotations.NullMarked;
