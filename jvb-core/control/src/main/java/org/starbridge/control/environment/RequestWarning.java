package org.starbridge.control.environment;

import java.util.Locale;
import org.starbridge.transport.counters.Counter;
import org.starbridge.transport.counters.CounterDescriptor;

/**
 * A problem in a request or message that was carried out anyway. An error in answer to an update would make the focus
 * give up the whole session, so these are only counted.
 */
public enum RequestWarning implements Counter {
    /** An SSRC that another endpoint, or another source of this one, already has: left out as long as that has it. */
    DUPLICATE_SSRC,
    /** An entry with a value that cannot be, such as a payload type 300: skipped. */
    UNREADABLE_ENTRY,
    /** An SSRC group whose members are too few, too many, or not among the SSRCs of its source: ignored. */
    UNUSABLE_GROUP,
    /**
     * More sources, SSRCs, payload types, header extensions, candidates or fingerprints, or a longer name, than the
     * limits allow: skipped.
     */
    BEYOND_LIMIT,
    /** Sources of a visitor, which is receive-only: ignored. */
    VISITOR_SOURCES,
    /** A conference name that is no bare JID: ignored. */
    UNUSABLE_NAME,
    /** A source of a kind other than audio and video: skipped. */
    UNKNOWN_MEDIA_KIND,
    /** A payload type without a name or clock rate: skipped. */
    INCOMPLETE_PAYLOAD_TYPE,
    /** An ICE user fragment or password that cannot be used, or one without the other: ignored. */
    UNUSABLE_ICE_CREDENTIALS,
    /**
     * An ICE candidate of another generation, transport or component, or with a name instead of an address: ignored.
     */
    UNUSABLE_CANDIDATE,
    /**
     * A fingerprint with a hash function that is not accepted (sha-1 unless configured) or of the wrong length:
     * ignored.
     */
    UNUSABLE_FINGERPRINT,
    /** A DTLS setup that leaves our role open. */
    UNCLEAR_DTLS_SETUP,
    /**
     * An ICE restart of an endpoint whose session has ended, whose worker had a full queue, or while restarts are
     * switched off: answered without a transport.
     */
    ICE_RESTART_UNAVAILABLE,
    /** A media export ({@code connects}) of video, or any while exports are switched off: ignored. */
    MEDIA_EXPORT_UNAVAILABLE,
    /**
     * A change of a media export that cannot be: without an id, twice in a request, or to a URL, protocol or type that
     * is not to be had. Ignored.
     */
    UNUSABLE_EXPORT,
    /** A change, or the end, of a media export that does not exist: ignored. */
    UNKNOWN_EXPORT,
    /** A header of a media export that cannot be one, or that the handshake sets itself: left out. */
    UNUSABLE_EXPORT_HEADER,
    /** Force-mute or initial-last-n for an endpoint that does not exist: answered with its id. */
    UNKNOWN_ENDPOINT,
    /** The media workers' queue was full: the forwarding table is published again a little later. */
    PUBLICATION_DELAYED,
    /** The media workers' queue was full: the endpoint is released a little later. */
    EXPIRY_DELAYED;

    @Override
    public CounterDescriptor descriptor() {
        return CounterDescriptor.labelled(
                "colibri_soft_problems",
                "problem",
                name().toLowerCase(Locale.ROOT),
                "Problems in requests and messages that were executed nevertheless, by kind.");
    }
}
