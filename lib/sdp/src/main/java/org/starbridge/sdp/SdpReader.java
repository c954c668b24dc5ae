package org.starbridge.sdp;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.sdp.attribute.Attribute;
import org.starbridge.sdp.attribute.AttributeReader;
import org.starbridge.sdp.text.SdpException;
import org.starbridge.sdp.text.Words;

/**
 * Reads descriptions and fragments. Strict in what has a meaning: known attributes are well formed, payload types and
 * mids unique, lines of the session before the first section. Tolerant in the rest, because clients differ: lines of a
 * session or a section may be in any order, end with CR LF or LF, be blank, or have blanks around them; names and
 * keywords may be in upper case; {@code s=} and {@code t=} may be missing.
 */
public final class SdpReader {
    private static final String SESSION_TYPES = "vosiuepcbtrzka";
    private static final String MEDIA_TYPES = "icbka";
    private static final String ONCE = "vos";
    private static final int MAX_FORMATS = 128;
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final List<Line> lines;
    private int next;

    /** @param number from 1, blank lines counted */
    private record Line(int number, char type, String value) {}

    private SdpReader(List<Line> lines) {
        this.lines = lines;
    }

    /** A whole description. */
    public static SessionDescription read(String text, SdpLimits limits) throws SdpException {
        return new SdpReader(lines(text, limits)).session(limits);
    }

    /** A fragment. Candidates of one section may come in several with its mid. */
    public static TrickleFragment readFragment(String text, SdpLimits limits) throws SdpException {
        SdpReader reader = new SdpReader(lines(text, limits));
        Attributes attributes = reader.section(MEDIA_TYPES).attributes();
        return new TrickleFragment(attributes, reader.media(limits));
    }

    private static List<Line> lines(String text, SdpLimits limits) throws SdpException {
        if (text.length() > limits.characters()) {
            throw new SdpException(0, text.length() + " characters: the limit is " + limits.characters());
        }
        List<Line> lines = new ArrayList<>();
        int number = 0;
        for (int from = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0; from < text.length(); ) {
            int feed = text.indexOf('\n', from);
            int end = feed < 0 ? text.length() : feed;
            String line = text.substring(from, end > from && text.charAt(end - 1) == '\r' ? end - 1 : end);
            number++;
            check(line, number, limits);
            String stripped = line.strip();
            if (!stripped.isEmpty()) {
                lines.add(line(stripped, number));
            }
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
        if (line.chars().anyMatch(c -> c < ' ' && c != '\t')) {
            throw new SdpException(number, "a control character is not allowed");
        }
    }

    private static Line line(String text, int number) throws SdpException {
        if (text.length() < 2 || text.charAt(1) != '=') {
            throw new SdpException(number, "\"" + Words.quoted(text) + "\": expected a letter, = and a value");
        }
        return new Line(
                number, Character.toLowerCase(text.charAt(0)), text.substring(2).strip());
    }

    private SessionDescription session(SdpLimits limits) throws SdpException {
        Lines session = section(SESSION_TYPES);
        require(session.version, "v=");
        String origin = require(session.origin, "o=");
        int first = next;
        List<MediaSection> media = media(limits);
        requireDistinctMids(media, lines.subList(first, lines.size()));
        return new SessionDescription(origin, session.name, session.connection, session.attributes(), media);
    }

    private static void requireDistinctMids(List<MediaSection> media, List<Line> lines) throws SdpException {
        Iterator<Line> line = lines.stream().filter(each -> each.type() == 'm').iterator();
        Set<String> mids = new HashSet<>();
        for (MediaSection section : media) {
            int number = line.next().number();
            String mid = section.mid();
            if (mid != null && !mids.add(mid)) {
                throw new SdpException(number, "two sections with mid \"" + Words.quoted(mid) + "\"");
            }
        }
    }

    private String require(@Nullable String value, String line) throws SdpException {
        if (value == null) {
            int end = next < lines.size() ? lines.get(next).number() : 0;
            throw new SdpException(end, "a line " + line + " is missing before this line or the end");
        }
        return value;
    }

    /** Lines between two {@code m=} lines. */
    private static final class Lines {
        private @Nullable String version;
        private @Nullable String origin;
        private String name = "-";
        private @Nullable String connection;
        private final List<String> bandwidths = new ArrayList<>();
        private final List<Attribute> list = new ArrayList<>();

        Attributes attributes() {
            return new Attributes(list);
        }

        void read(Line line) throws SdpException {
            switch (line.type()) {
                case 'v' -> version = version(line);
                case 'o' -> origin = origin(line);
                case 's' -> name = line.value();
                case 'a' -> list.add(AttributeReader.read(line.number(), line.value()));
                case 'b' -> bandwidths.add(line.value());
                case 'c' -> connection = connection == null ? line.value() : connection;
                default -> {
                    // without a meaning for WebRTC
                }
            }
        }

        private static String version(Line line) throws SdpException {
            if (!line.value().equals("0")) {
                throw new SdpException(line.number(), "version \"" + Words.quoted(line.value()) + "\": expected 0");
            }
            return line.value();
        }

        private static String origin(Line line) throws SdpException {
            Words words = new Words(line.number(), "origin", line.value());
            for (String word :
                    List.of("user name", "session id", "session version", "net type", "address type", "address")) {
                var _ = words.word(word);
            }
            words.end();
            return line.value();
        }
    }

    private Lines section(String types) throws SdpException {
        Lines section = new Lines();
        Set<Character> seen = new HashSet<>();
        for (; next < lines.size() && lines.get(next).type() != 'm'; next++) {
            Line line = lines.get(next);
            boolean isSecond = !seen.add(line.type()) && ONCE.indexOf(line.type()) >= 0;
            if (types.indexOf(line.type()) < 0 || isSecond) {
                throw new SdpException(line.number(), "a line " + line.type() + "= is not expected here");
            }
            section.read(line);
        }
        return section;
    }

    private List<MediaSection> media(SdpLimits limits) throws SdpException {
        List<MediaSection> media = new ArrayList<>();
        while (next < lines.size()) {
            int line = lines.get(next).number();
            Words words = new Words(line, "media", lines.get(next).value());
            String kind = words.token("kind").toLowerCase(Locale.ROOT);
            int port = (int) words.number("port", portOf(words.word("port")), 0, 65535);
            String protocol = words.word("protocol");
            List<String> formats = formats(words, protocol);
            next++;
            Lines section = section(MEDIA_TYPES);
            MediaSection read = new MediaSection(
                    kind, port, protocol, formats, section.connection, section.bandwidths, section.attributes());
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
        boolean isRtp = protocol.toUpperCase(Locale.ROOT).contains("RTP/");
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
