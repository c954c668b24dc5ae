package org.starbridge.sdp.attribute;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.sdp.text.SdpException;
import org.starbridge.sdp.text.Words;

/**
 * An ICE candidate (RFC 8839 section 5.1).
 *
 * @param foundation 1 to 32 characters
 * @param component 1 to 256; 1 is RTP
 * @param protocol in lower case: {@code udp}, {@code tcp}
 * @param priority 0 to 2^32-1
 * @param address a literal, or a name (mDNS)
 * @param port 0 to 65535
 * @param type in lower case: {@code host}, {@code srflx}, {@code prflx}, {@code relay}
 * @param relatedAddress null if not given
 * @param relatedPort -1 if not given
 * @param extensions name and value pairs that follow, in order: {@code tcptype}, {@code generation}
 */
public record Candidate(
        String foundation,
        int component,
        String protocol,
        long priority,
        String address,
        int port,
        String type,
        @Nullable String relatedAddress,
        int relatedPort,
        Map<String, String> extensions)
        implements TransportAttribute {
    static final String NAME = "candidate";
    private static final int MAX_EXTENSIONS = 16;

    public Candidate {
        protocol = protocol.toLowerCase(Locale.ROOT);
        type = type.toLowerCase(Locale.ROOT);
        extensions = Collections.unmodifiableMap(new LinkedHashMap<>(extensions));
    }

    static Candidate parse(int line, String value) throws SdpException {
        Words words = new Words(line, NAME, value);
        String foundation = words.checked(
                "foundation",
                words.word("foundation"),
                word -> Words.isIceText(word) && word.length() <= 32,
                "1 to 32 letters, digits, + and /");
        int component = words.number("component", 1, 256);
        String protocol = words.token("protocol");
        long priority = words.uint32("priority");
        String address = words.word("address");
        int port = words.number("port", 0, 65535);
        if (!Words.is(words.word("typ"), "typ")) {
            throw words.fault("\"" + Words.quoted(value) + "\": expected the word typ after the port");
        }
        String type = words.token("type");
        Map<String, String> extensions = new LinkedHashMap<>();
        String relatedAddress = null;
        int relatedPort = -1;
        while (words.hasMore()) {
            String name = words.word("extension").toLowerCase(Locale.ROOT);
            if (name.equals("raddr")) {
                relatedAddress = words.word("raddr");
            } else if (name.equals("rport")) {
                relatedPort = words.number("rport", 0, 65535);
            } else {
                extensions.put(name, words.word(Words.quoted(name)));
            }
            if (extensions.size() > MAX_EXTENSIONS) {
                throw words.fault("with more than " + MAX_EXTENSIONS + " extensions");
            }
        }
        return new Candidate(
                foundation,
                component,
                protocol,
                priority,
                address,
                port,
                type,
                relatedAddress,
                relatedPort,
                extensions);
    }

    @Override
    public String text() {
        StringBuilder text = new StringBuilder(NAME + ":")
                .append(foundation)
                .append(' ')
                .append(component)
                .append(' ')
                .append(protocol)
                .append(' ')
                .append(priority)
                .append(' ')
                .append(address)
                .append(' ')
                .append(port)
                .append(" typ ")
                .append(type);
        if (relatedAddress != null) {
            text.append(" raddr ").append(relatedAddress);
        }
        if (relatedPort >= 0) {
            text.append(" rport ").append(relatedPort);
        }
        extensions.forEach(
                (name, value) -> text.append(' ').append(name).append(' ').append(value));
        return text.toString();
    }
}
