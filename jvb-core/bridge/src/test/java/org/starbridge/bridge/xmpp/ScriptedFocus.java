package org.starbridge.bridge.xmpp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jivesoftware.smack.SmackConfiguration;
import org.jivesoftware.smack.packet.ExtensionElement;
import org.jivesoftware.smack.packet.IQ;
import org.jivesoftware.smack.packet.Presence;
import org.jivesoftware.smack.packet.StandardExtensionElement;
import org.jivesoftware.smack.packet.Stanza;
import org.jivesoftware.smack.packet.XmlEnvironment;
import org.jivesoftware.smack.tcp.XMPPTCPConnection;
import org.jivesoftware.smack.tcp.XMPPTCPConnectionConfiguration;
import org.jivesoftware.smack.util.TLSUtils;
import org.jivesoftware.smackx.muc.packet.MUCInitialPresence;
import org.jspecify.annotations.Nullable;
import org.jxmpp.jid.impl.JidCreate;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.xml.Colibri2Xml;
import org.starbridge.colibri.xml.XmlElement;
import org.starbridge.colibri.xml.XmlText;
import org.starbridge.colibri.xmpp.ElementIq;

/** Plays a conference focus: sits in the brewery, sees bridges come and go, and asks them. */
public final class ScriptedFocus implements AutoCloseable {
    private static final long PATIENCE_MS = 30_000;

    private final XMPPTCPConnection connection;
    private final Map<String, Map<String, String>> bridges = new ConcurrentHashMap<>();
    private final AtomicLong presences = new AtomicLong();
    private final List<String> sightings = new CopyOnWriteArrayList<>();

    private ScriptedFocus(XMPPTCPConnection connection) {
        this.connection = connection;
    }

    public static ScriptedFocus join(Prosody prosody, String nickname) throws Exception {
        SmackSetUp.prepare();
        ElementIq.register(Colibri2Xml.MODIFIED, Colibri2Xml.NAMESPACE);
        XMPPTCPConnectionConfiguration.Builder builder = XMPPTCPConnectionConfiguration.builder()
                .setHost((CharSequence) "127.0.0.1")
                .setPort(prosody.port())
                .setXmppDomain(Prosody.DOMAIN)
                .setUsernameAndPassword("focus", Prosody.PASSWORD)
                .setSendPresence(false);
        TLSUtils.acceptAllCertificates(builder);
        TLSUtils.disableHostnameVerificationForTlsCertificates(builder);
        XMPPTCPConnection connection = new XMPPTCPConnection(builder.build());
        connection.setReplyTimeout(PATIENCE_MS);
        connection.setUseStreamManagement(false); // a flood would stop it, see SendQueue
        connection.setUnknownIqRequestReplyMode(
                SmackConfiguration.UnknownIqRequestReplyMode.replyFeatureNotImplemented);
        connection.connect();
        connection.login();
        ScriptedFocus focus = new ScriptedFocus(connection);
        connection.addSyncStanzaListener(
                stanza -> focus.onPresence((Presence) stanza), stanza -> stanza instanceof Presence);
        connection.sendStanza(connection
                .getStanzaFactory()
                .buildPresenceStanza()
                .to(JidCreate.from(Prosody.ROOM + "/" + nickname))
                .addExtension(new MUCInitialPresence(null, 0, -1, -1, null))
                .build());
        return focus;
    }

    private void onPresence(Presence presence) {
        String nickname = presence.getFrom().getResourceOrEmpty().toString();
        if (presence.getType() != Presence.Type.available) {
            bridges.remove(nickname);
            sightings.add(nickname + " gone");
            return;
        }
        ExtensionElement stats = presence.getExtensionElement("stats", Colibri2Xml.STATS_NAMESPACE);
        if (stats instanceof StandardExtensionElement standard) {
            Map<String, String> values = new LinkedHashMap<>();
            standard.getElements("stat")
                    .forEach(stat -> values.put(stat.getAttributeValue("name"), stat.getAttributeValue("value")));
            bridges.put(nickname, values);
            sightings.add(nickname + ("true".equals(values.get("shutting_down")) ? " shutting down" : " here"));
            presences.incrementAndGet();
        }
    }

    /** What a bridge shows of itself; null while it is not in the room. */
    public @Nullable Map<String, String> stats(String nickname) {
        return bridges.get(nickname);
    }

    /** What was seen of a bridge, in order, without repetitions: here, shutting down, gone. */
    public List<String> sightings(String nickname) {
        List<String> changes = new ArrayList<>();
        for (String each : sightings) {
            if (each.startsWith(nickname + " ")) {
                String what = each.substring(nickname.length() + 1);
                if (changes.isEmpty() || !changes.getLast().equals(what)) {
                    changes.add(what);
                }
            }
        }
        return changes;
    }

    /** How many presences of bridges came. */
    public long presences() {
        return presences.get();
    }

    public Map<String, String> awaitBridge(String nickname) throws Exception {
        Prosody.await(nickname + " to be in the brewery", () -> bridges.containsKey(nickname));
        return Objects.requireNonNull(bridges.get(nickname));
    }

    public void awaitGone(String nickname) throws Exception {
        Prosody.await(nickname + " to leave the brewery", () -> !bridges.containsKey(nickname));
    }

    /** The whole answer to a request of any kind. */
    public XmlElement ask(String nickname, IQ.Type type, XmlElement child) throws Exception {
        return ask(nickname, type, new ElementIq(child));
    }

    public XmlElement ask(String nickname, ConferenceModify request) throws Exception {
        return ask(nickname, IQ.Type.get, Colibri2Xml.write(request));
    }

    public XmlElement ask(String nickname, IQ.Type type, IQ iq) throws Exception {
        return askAt(Prosody.ROOM + "/" + nickname, type, iq);
    }

    /** The same for any address, not through the room. */
    XmlElement askAt(String address, IQ.Type type, IQ iq) throws Exception {
        iq.setType(type);
        iq.setTo(JidCreate.from(address));
        String id = iq.getStanzaId();
        var collector = connection.createStanzaCollectorAndSend(
                stanza -> stanza instanceof IQ answer && Objects.equals(answer.getStanzaId(), id), iq);
        try (collector) {
            Stanza answer = collector.nextResult(PATIENCE_MS);
            return XmlText.parse(
                    Objects.requireNonNull(answer, "no answer to " + iq).toXML().toString());
        }
    }

    /** Sends a request and does not wait. */
    public void send(String nickname, IQ iq) throws Exception {
        iq.setTo(JidCreate.from(Prosody.ROOM + "/" + nickname));
        connection.sendStanza(iq);
    }

    /** Presence with any text in it, as XML. */
    public void show(String nickname, String xml) throws Exception {
        connection.sendStanza(connection
                .getStanzaFactory()
                .buildPresenceStanza()
                .to(JidCreate.from(Prosody.ROOM + "/" + nickname))
                .addExtension(new RawExtension(xml))
                .build());
    }

    /** An IQ whose child is any text, as XML. */
    static IQ raw(String name, String namespace, String content) {
        return new RawIq(name, namespace, content);
    }

    @Override
    public void close() {
        connection.disconnect();
    }

    static void pause() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(50);
    }

    private record RawExtension(String xml) implements ExtensionElement {
        @Override
        public String getNamespace() {
            return "urn:raw";
        }

        @Override
        public String getElementName() {
            return "raw";
        }

        @Override
        public CharSequence toXML(XmlEnvironment environment) {
            return xml;
        }
    }

    private static final class RawIq extends IQ {
        private final String content;

        RawIq(String name, String namespace, String content) {
            super(name, namespace);
            this.content = content;
        }

        @Override
        protected IQChildElementXmlStringBuilder getIQChildElementBuilder(IQChildElementXmlStringBuilder xml) {
            xml.rightAngleBracket();
            xml.append(content);
            return xml;
        }
    }

    static XmlElement element(String namespace, String name) {
        return new XmlElement(namespace, name, Map.of(), "", List.of());
    }
}
