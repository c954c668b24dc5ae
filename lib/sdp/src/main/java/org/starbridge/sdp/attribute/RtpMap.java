package org.starbridge.sdp.attribute;

import java.util.List;
import org.starbridge.sdp.text.SdpException;
import org.starbridge.sdp.text.Words;

/**
 * Encoding that a payload type carries (RFC 8866 section 6.6).
 *
 * @param payloadType 0 to 127
 * @param encoding name as given; to be compared without regard to case
 * @param clockRate in Hz, 1 or more
 * @param channels of audio; 1 if not given
 */
public record RtpMap(int payloadType, String encoding, int clockRate, int channels) implements RtpAttribute {
    static final String NAME = "rtpmap";

    static RtpMap parse(int line, String value) throws SdpException {
        Words words = new Words(line, NAME, value);
        int payloadType = words.number("payload type", 0, 127);
        List<String> parts = Words.split(words.word("encoding"), '/');
        words.end();
        if (parts.size() < 2 || parts.size() > 3) {
            throw words.fault("\"" + Words.quoted(value) + "\": expected an encoding like VP8/90000 or opus/48000/2");
        }
        return new RtpMap(
                payloadType,
                words.checked("encoding", parts.getFirst(), Words::isToken, "a token"),
                (int) words.number("clock rate", parts.get(1), 1, Integer.MAX_VALUE),
                parts.size() == 3 ? (int) words.number("channels", parts.get(2), 1, 255) : 1);
    }

    @Override
    public String text() {
        return NAME + ":" + payloadType + " " + encoding + "/" + clockRate + (channels == 1 ? "" : "/" + channels);
    }
}
