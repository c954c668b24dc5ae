package org.starbridge.sdp.attribute;

import org.jspecify.annotations.Nullable;
import org.starbridge.sdp.text.SdpException;
import org.starbridge.sdp.text.Words;

/**
 * MediaStream of a track (RFC 8830 section 2).
 *
 * @param stream its id; {@code -} for none
 * @param track null if not given
 */
public record Msid(String stream, @Nullable String track) implements SourceAttribute {
    static final String NAME = "msid";

    static Msid parse(int line, String value) throws SdpException {
        Words words = new Words(line, NAME, value);
        String stream = words.word("stream");
        String track = words.hasMore() ? words.word("track") : null;
        words.end();
        return new Msid(stream, track);
    }

    @Override
    public String text() {
        return NAME + ":" + stream + (track == null ? "" : " " + track);
    }
}
