package org.starbridge.trials.focus;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jivesoftware.smack.Smack;
import org.jivesoftware.smack.SmackException;
import org.jivesoftware.smack.XMPPException;
import org.jivesoftware.smack.iqrequest.AbstractIqRequestHandler;
import org.jivesoftware.smack.iqrequest.IQRequestHandler;
import org.jivesoftware.smack.packet.IQ;
import org.jivesoftware.smack.packet.Presence;
import org.jivesoftware.smack.packet.StanzaError;
import org.jivesoftware.smack.roster.Roster;
import org.jivesoftware.smack.tcp.XMPPTCPConnection;
import org.jivesoftware.smack.tcp.XMPPTCPConnectionConfiguration;
import org.jivesoftware.smack.util.TLSUtils;
import org.jivesoftware.smackx.muc.packet.MUCInitialPresence;
import org.jxmpp.jid.Jid;
import org.jxmpp.jid.impl.JidCreate;
import org.jxmpp.stringprep.XmppStringprepException;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.xml.Colibri2Xml;
import org.starbridge.colibri.xml.XmlElement;
import org.starbridge.colibri.xmpp.ElementIq;
import org.starbridge.colibri.xmpp.XmlLimits;

/**
 * The focus's connection to the XMPP server. It accepts any certificate of the server, and a connection that is lost
 * stays lost. Any thread; events come on Smack's threads.
 */
final class FocusConnection implements FocusRoom.Link, AutoCloseable {
    /** In every room, and the resource of the account. */
    static final String NICKNAME = "focus";

    private static final long ANSWER_TIMEOUT_MS = 15_000;

    /** Listener to what arrives. */
    interface Events {
        /** A participant asks for the conference of a room. */
        void onConference(String room);

        void onPresence(Presence presence);

        void onJingle(Jid from, XmlElement jingle);
    }

    private final FocusSettings settings;
    private final Consumer<String> log;
    private final XMPPTCPConnection connection;

    FocusConnection(FocusSettings settings, Consumer<String> log) throws IOException {
        this.settings = settings;
        this.log = log;
        XmlLimits.lift();
        Roster.setRosterLoadedAtLoginDefault(false);
        Smack.ensureInitialized(); // registers its own Jingle first, which ours replaces
        ElementIq.register(Colibri2Xml.MODIFIED, Colibri2Xml.NAMESPACE);
        ElementIq.register("jingle", JingleXml.JINGLE);
        ElementIq.register("conference", JingleXml.FOCUS);
        try {
            XMPPTCPConnectionConfiguration.Builder builder = XMPPTCPConnectionConfiguration.builder()
                    .setHost((CharSequence) settings.host())
                    .setPort(settings.port())
                    .setXmppDomain(settings.domain())
                    .setResource(NICKNAME)
                    .setUsernameAndPassword(settings.username(), settings.password())
                    .setSendPresence(false);
            TLSUtils.acceptAllCertificates(builder);
            TLSUtils.disableHostnameVerificationForTlsCertificates(builder);
            connection = new XMPPTCPConnection(builder.build());
        } catch (XmppStringprepException e) {
            throw new IOException("cannot be " + settings + ": " + e.getMessage(), e);
        }
        connection.setUseStreamManagement(false);
        connection.setReplyTimeout(ANSWER_TIMEOUT_MS);
    }

    /** Logs in and enters the bridges' room. */
    void open(Events events) throws IOException, InterruptedException {
        connection.registerIQRequestHandler(handler("conference", JingleXml.FOCUS, request -> {
            XmlElement conference = element(request);
            String room = JingleXml.attribute(conference, "room");
            events.onConference(room);
            return ready(room);
        }));
        connection.registerIQRequestHandler(handler("jingle", JingleXml.JINGLE, request -> {
            events.onJingle(request.getFrom(), element(request));
            return IQ.createResultIQ(request);
        }));
        connection.addSyncStanzaListener(
                stanza -> events.onPresence((Presence) stanza),
                stanza -> stanza instanceof Presence && stanza.getFrom() != null);
        try {
            connection.connect();
            connection.login();
        } catch (SmackException | XMPPException e) {
            throw new IOException("could not be " + settings + ": " + e.getMessage(), e);
        }
        enter(settings.bridges());
    }

    private static XmlElement element(IQ request) {
        XmlElement element = request instanceof ElementIq readable ? readable.element() : null;
        return element == null ? XmlElement.of("", "unreadable", Map.of()) : element;
    }

    private static IQRequestHandler handler(String element, String namespace, Function<IQ, IQ> answering) {
        return new AbstractIqRequestHandler(element, namespace, IQ.Type.set, IQRequestHandler.Mode.sync) {
            @Override
            public IQ handleIQRequest(IQ request) {
                IQ answer = answering.apply(request);
                answer.setType(IQ.Type.result);
                answer.setStanzaId(request.getStanzaId());
                answer.setTo(request.getFrom());
                return answer;
            }
        };
    }

    /** The room may be entered at once: nothing is to be prepared. */
    private IQ ready(String room) {
        XmlElement noAuthentication =
                XmlElement.of(JingleXml.FOCUS, "property", Map.of("name", "authentication", "value", "false"));
        return new ElementIq(JingleXml.element(
                JingleXml.FOCUS,
                "conference",
                Map.of("room", room, "ready", "true", "focusjid", settings.username() + "@" + settings.domain()),
                List.of(noAuthentication)));
    }

    void enter(String room) throws IOException, InterruptedException {
        sendPresence(room, true);
    }

    void leave(String room) throws IOException, InterruptedException {
        sendPresence(room, false);
    }

    private void sendPresence(String room, boolean isThere) throws IOException, InterruptedException {
        var presence = connection.getStanzaFactory().buildPresenceStanza().to(address(room, NICKNAME));
        if (isThere) {
            presence.addExtension(new MUCInitialPresence(null, 0, -1, -1, null));
        } else {
            presence.ofType(Presence.Type.unavailable);
        }
        try {
            connection.sendStanza(presence.build());
        } catch (SmackException e) {
            throw new IOException("the connection of " + settings + " was lost: " + e.getMessage(), e);
        }
    }

    private static Jid address(String room, String nickname) throws IOException {
        try {
            return JidCreate.entityFullFrom(room + "/" + nickname);
        } catch (XmppStringprepException e) {
            throw new IOException(room + "/" + nickname + " is no address", e);
        }
    }

    @Override
    public ConferenceModified ask(String bridge, ConferenceModify request) throws IOException, InterruptedException {
        IQ iq = new ElementIq(Colibri2Xml.write(request));
        iq.setType(IQ.Type.get);
        iq.setTo(address(settings.bridges(), bridge));
        try {
            IQ answer = connection.sendIqRequestAndWaitForResponse(iq);
            return Colibri2Xml.parseModified(element(answer));
        } catch (XMPPException.XMPPErrorException e) {
            StanzaError error = e.getStanzaError();
            String sentence = error.getDescriptiveText();
            throw new IOException(bridge + " refuses: " + error.getCondition() + " " + sentence, e);
        } catch (SmackException e) {
            throw new IOException(bridge + " does not answer: " + e.getMessage(), e);
        } catch (Colibri2Exception e) {
            throw new IOException(bridge + " answers what is not Colibri2: " + e.getMessage(), e);
        }
    }

    @Override
    public void send(String room, String participant, XmlElement jingle) throws IOException, InterruptedException {
        IQ iq = new ElementIq(jingle);
        iq.setType(IQ.Type.set);
        iq.setTo(address(room, participant));
        connection
                .sendIqRequestAsync(iq)
                .onError(e -> log.accept(
                        participant + " refuses " + JingleXml.attribute(jingle, "action") + ": " + e.getMessage()));
    }

    @Override
    public void close() {
        connection.disconnect();
    }
}
