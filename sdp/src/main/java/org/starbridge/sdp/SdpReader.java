package org.starbridge.sdp;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.sdp.attribute.Attribute;
import org.starbridge.sdp.attribute.AttributeReader;
import org.starbridge.sdp.text.SdpException;
import org.starbridge.sdp.text.Words;

/**
 * Reads descriptions and fragments. Strict: lines in the order of RFC 8866 section 9, every known attribute well
 * formed, payload types and mids that are unique. Lines may end with CR LF or LF.
 */
public final class SdpReader {
    /** Line types in their order; a type may be missing. */
    private static final String SESSION_ORDER = "vosiuepcbtrzka";

    private static final String MEDIA_ORDER = "icbka";
    private static final String ONCE = "vosiucz";
    private static final int MAX_FORMATS = 128;

    private final List<String> lines;
    private int next;

    private SdpReader(List<String> lines) {
        this.lines = lines;
    }

    /** A whole description. */
    public static SessionDescription read(String text, SdpLimits limits) throws SdpException {
        return new SdpReader(lines(text, limits)).session(limits);
    }

    /** A fragment. */
    public static TrickleFragment readFragment(String text, SdpLimits limits) throws SdpException {
        SdpReader reader = new SdpReader(lines(text, limits));
        Attributes attributes = reader.section("a").attributes();
        return new TrickleFragment(attributes, reader.media(limits));
    }

    private static List<String> lines(String text, SdpLimits limits) throws SdpException {
        if (text.length() > limits.characters()) {
            throw new SdpException(0, text.length() + " characters: the limit is " + limits.characters());
        }
        List<String> lines = new ArrayList<>();
        for (int from = 0; from < text.length(); ) {
            int feed = text.indexOf('\n', from);
            int end = feed < 0 ? text.length() : feed;
            String line = text.substring(from, end > from && text.charAt(end - 1) == '\r' ? end - 1 : end);
            lines.add(line);
            check(line, lines.size(), limits);
            from = end + 1;
        }
        return lines;
    }

    private static void check(String line, int number, SdpLimits limits) throws SdpException {
        if (number > limits.lines()) {
            throw new SdpException(number, "the limit is " + limits.lines() + " lines");
        }
        if (line.length() > limits.lineLength()) {
            throw new SdpException(number, line.length() + " characters: the limit is " + limits.lineLength());
        }
        if (line.length() < 2 || line.charAt(1) != '=') {
            throw new SdpException(number, "\"" + Words.quoted(line) + "\": expected a letter, = and a value");
        }
        if (line.indexOf('\0') >= 0 || line.indexOf('\r') >= 0) {
            throw new SdpException(number, "a control character: expected text");
        }
    }

    private SessionDescription session(SdpLimits limits) throws SdpException {
        require('v');
        if (!value().equals("0")) {
            throw new SdpException(1, "version \"" + Words.quoted(value()) + "\": expected 0");
        }
        next++;
        require('o');
        String origin = value();
        Words words = new Words(2, "origin", origin);
        for (String word :
                List.of("user name", "session id", "session version", "net type", "address type", "address")) {
            var _ = words.word(word);
        }
        words.end();
        next++;
        require('s');
        String name = value();
        next++;
        Lines session = section(SESSION_ORDER.substring(3));
        if (!session.hasTime) {
            throw new SdpException(next, "a t= line is missing before this line or the end");
        }
        return new SessionDescription(origin, name, session.connection, session.attributes(), media(limits));
    }

    private void require(char type) throws SdpException {
        if (next >= lines.size() || lines.get(next).charAt(0) != type) {
            throw new SdpException(next + 1, "expected a line " + type + "=");
        }
    }

    private String value() {
        return lines.get(next).substring(2);
    }

    /** What stands between two {@code m=} lines. */
    private static final class Lines {
        private @Nullable String connection;
        private boolean hasTime;
        private final List<String> bandwidths = new ArrayList<>();
        private final List<Attribute> list = new ArrayList<>();

        Attributes attributes() {
            return new Attributes(list);
        }
    }

    private Lines section(String order) throws SdpException {
        Lines section = new Lines();
        int last = -1;
        for (; next < lines.size() && lines.get(next).charAt(0) != 'm'; next++) {
            char type = lines.get(next).charAt(0);
            int place = order.indexOf(type);
            boolean isTimes = (type == 't' || type == 'r') && last >= 0 && order.charAt(last) == 'r';
            if (place < 0 || (place < last && !isTimes) || (place == last && ONCE.indexOf(type) >= 0)) {
                throw new SdpException(next + 1, "a line " + type + "= is not expected here");
            }
            last = place;
            switch (type) {
                case 'a' -> section.list.add(AttributeReader.read(next + 1, value()));
                case 'b' -> section.bandwidths.add(value());
                case 'c' -> section.connection = value();
                case 't' -> section.hasTime = true;
                default -> {
                    // without a meaning for WebRTC
                }
            }
        }
        return section;
    }

    private List<MediaSection> media(SdpLimits limits) throws SdpException {
        List<MediaSection> media = new ArrayList<>();
        Set<String> mids = new HashSet<>();
        while (next < lines.size()) {
            int line = next + 1;
            Words words = new Words(line, "media", value());
            String kind = words.token("kind");
            int port = (int) words.number("port", portOf(words.word("port")), 0, 65535);
            String protocol = words.word("protocol");
            List<String> formats = formats(words, protocol);
            next++;
            Lines section = section(MEDIA_ORDER);
            MediaSection read = new MediaSection(
                    kind, port, protocol, formats, section.connection, section.bandwidths, section.attributes());
            String mid = read.mid();
            if (mid != null && !mids.add(mid)) {
                throw new SdpException(line, "two sections with mid \"" + Words.quoted(mid) + "\"");
            }
            media.add(read);
            if (media.size() > limits.mediaSections()) {
                throw new SdpException(line, "the limit is " + limits.mediaSections() + " sections");
            }
        }
        return media;
    }

    /** A number of ports may follow the port. */
    private static String portOf(String word) {
        int slash = word.indexOf('/');
        return slash < 0 ? word : word.substring(0, slash);
    }

    private static List<String> formats(Words words, String protocol) throws SdpException {
        boolean isRtp = protocol.contains("RTP/");
        List<String> formats = new ArrayList<>();
        do {
            String format = words.token("format");
            if (isRtp) {
                words.number("payload type", format, 0, 127);
            }
            if (formats.contains(format)) {
                throw words.fault("with two formats " + Words.quoted(format));
            }
            formats.add(format);
            if (formats.size() > MAX_FORMATS) {
                throw words.fault("with more than " + MAX_FORMATS + " formats");
            }
        } while (words.hasMore());
        return formats;
    }
}
