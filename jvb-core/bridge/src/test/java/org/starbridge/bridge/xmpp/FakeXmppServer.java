package org.starbridge.bridge.xmpp;

import java.io.IOException;
import java.io.Reader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A server that lets anybody in, without TLS, and then sends whatever a test likes. A client at a time. */
final class FakeXmppServer implements AutoCloseable {
    static final String DOMAIN = "fake.example";
    static final String ROOM = "brewery@rooms.fake.example";

    private static final Pattern ID = Pattern.compile("id=['\"]([^'\"]+)['\"]");
    private static final String STREAM = "<stream:stream xmlns='jabber:client' from='" + DOMAIN
            + "' xmlns:stream='http://etherx.jabber.org/streams' id='s'"
            + " version='1.0'><stream:features>%s</stream:features>";
    private static final String MECHANISMS =
            "<mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><mechanism>PLAIN</mechanism></mechanisms>";
    private static final String BIND = "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'>%s</bind>";

    private final ServerSocket listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private final List<Socket> accepted = new CopyOnWriteArrayList<>();
    private final StringBuilder heard = new StringBuilder();

    /** What stands before each stream. */
    volatile String prologue = "<?xml version='1.0'?>";

    /** Answers a client that asks for a resource as if another session had it. */
    volatile boolean keepsOldSessions;

    FakeXmppServer() throws IOException {
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    Socket socket = listening.accept();
                    accepted.add(socket);
                    Thread.ofVirtual().start(() -> serve(socket));
                }
            } catch (IOException _) {
                // closed
            }
        });
    }

    /** How to connect to it. */
    Map<String, String> client(String nickname) {
        return Map.of(
                "hostname",
                "127.0.0.1",
                "port",
                Integer.toString(listening.getLocalPort()),
                "domain",
                DOMAIN,
                "username",
                "jvb",
                "password",
                "secret",
                "muc_jids",
                ROOM,
                "muc_nickname",
                nickname,
                "security_mode",
                "disabled");
    }

    /** How many connections there were. */
    int connections() {
        return accepted.size();
    }

    /** Sends text as it is to the latest client that listens. */
    void send(String text) throws Exception {
        Prosody.await("a client that listens", () -> {
            try {
                write(accepted.getLast(), text);
                return true;
            } catch (SocketException _) { // it has just gone, and comes again
                return false;
            }
        });
    }

    /** All that clients ever said. */
    String heard() {
        synchronized (heard) {
            return heard.toString();
        }
    }

    private static synchronized void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    private void serve(Socket socket) {
        StringBuilder unread = new StringBuilder();
        char[] buffer = new char[8192];
        boolean[] isIn = new boolean[1];
        try (Reader in = new java.io.InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                String text = new String(buffer, 0, count);
                synchronized (heard) {
                    heard.append(text);
                }
                unread.append(text);
                String answer = answer(unread.toString(), isIn);
                if (answer != null) {
                    unread.setLength(0);
                    write(socket, answer);
                }
            }
        } catch (IOException _) {
            // the client went
        }
    }

    /** What the client said so far is answered so, or is not complete. */
    private @Nullable String answer(String said, boolean[] isIn) {
        if (said.contains("</stream:stream>")) {
            return "</stream:stream>";
        }
        if (said.contains("<auth ") && (said.contains("</auth>") || said.endsWith("/>"))) {
            isIn[0] = true;
            return "<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>";
        }
        if (said.contains("<stream:stream") && said.endsWith(">")) {
            return prologue + STREAM.formatted(isIn[0] ? BIND.formatted("") : MECHANISMS);
        }
        if (keepsOldSessions && said.contains("</iq>") && said.contains("<resource>")) {
            return "<iq type='error' id='%s'><error type='cancel'><conflict xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>"
                    .formatted(id(said));
        }
        if (said.contains("</iq>") && said.contains("urn:ietf:params:xml:ns:xmpp-bind")) {
            return "<iq type='result' id='%s'>%s</iq>"
                    .formatted(id(said), BIND.formatted("<jid>jvb@" + DOMAIN + "/r</jid>"));
        }
        if (said.contains("</presence>") && said.contains("http://jabber.org/protocol/muc'")) {
            return "<presence from='" + ROOM + "/jvb'><x xmlns='http://jabber.org/protocol/muc#user'>"
                    + "<item affiliation='owner' role='moderator'/><status code='110'/></x></presence>";
        }
        return null;
    }

    private static String id(String stanza) {
        Matcher id = ID.matcher(stanza);
        if (!id.find()) {
            throw new IllegalArgumentException(stanza);
        }
        return id.group(1);
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : accepted) {
            socket.close();
        }
    }
}
