package org.starbridge.jvb.xmpp;

import java.io.IOException;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jivesoftware.smack.SmackException.NotConnectedException;
import org.jivesoftware.smack.packet.IQ;
import org.jivesoftware.smack.packet.Stanza;
import org.jivesoftware.smack.tcp.XMPPTCPConnection;
import org.jivesoftware.smack.tcp.XMPPTCPConnectionConfiguration;
import org.jivesoftware.smack.util.ParserUtils;
import org.jivesoftware.smack.xml.XmlPullParser;
import org.jivesoftware.smack.xml.XmlPullParserException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.colibri.xml.Colibri2Xml;

/**
 * A connection that answers only the requests this bridge means to answer, and refuses all others in its own words. Smack would
 * answer some by itself (what time it is here), and its refusals repeat the request, which is not well-formed when nobody knew
 * what it was. The thread that reads the stream calls it.
 */
final class BridgeConnection extends XMPPTCPConnection {
    private static final Logger LOG = LoggerFactory.getLogger(BridgeConnection.class);
    private static final String DISCO = "http://jabber.org/protocol/disco";

    private static final Set<String> ANSWERED = Set.of(
            key(IQ.Type.get, Colibri2Xml.MODIFY, Colibri2Xml.NAMESPACE),
            key(IQ.Type.set, Colibri2Xml.MODIFY, Colibri2Xml.NAMESPACE),
            key(IQ.Type.get, BridgeIqs.HEALTH, BridgeIqs.HEALTH_NAMESPACE),
            key(IQ.Type.get, "query", "jabber:iq:version"),
            key(IQ.Type.get, "query", DISCO + "#info"),
            key(IQ.Type.get, "query", DISCO + "#items"),
            key(IQ.Type.get, "ping", "urn:xmpp:ping"));

    private final XmppCounters counters;
    private final UnaryOperator<IQ> refusal;
    private final SendQueue queue;

    /** @param refusal the answer to a request of a kind that nobody here knows */
    BridgeConnection(XMPPTCPConnectionConfiguration configuration, XmppCounters counters, UnaryOperator<IQ> refusal) {
        super(configuration);
        this.counters = counters;
        this.refusal = refusal;
        queue = new SendQueue(super::sendStanzaInternal, counters);
        addStanzaAcknowledgedListener(_ -> queue.onAcknowledged());
    }

    private static String key(IQ.Type type, String name, String namespace) {
        return type + " " + name + " " + namespace;
    }

    private static boolean isAnswered(IQ request) {
        return ANSWERED.contains(
                key(request.getType(), request.getChildElementName(), request.getChildElementNamespace()));
    }

    /** Some that the server should have refused make Smack's parser fail in a way that would cost the stream: one without a child. */
    @Override
    protected void parseAndProcessStanza(XmlPullParser in)
            throws XmlPullParserException, IOException, InterruptedException {
        int depth = in.getDepth();
        try {
            super.parseAndProcessStanza(in);
        } catch (RuntimeException e) {
            counters.unreadable.increment();
            LOG.debug("a stanza that can not be read", e);
            ParserUtils.forwardToEndTagOfDepth(in, depth);
        }
    }

    @Override
    protected void invokeStanzaCollectorsAndNotifyRecvListeners(Stanza stanza) {
        if (stanza instanceof IQ iq && iq.isRequestIQ() && !isAnswered(iq)) {
            counters.requestsUnknown.increment();
            send(refusal.apply(iq));
        } else {
            super.invokeStanzaCollectorsAndNotifyRecvListeners(stanza);
        }
    }

    /** Whatever anybody sends, Smack included, goes this way. */
    @Override
    protected void sendStanzaInternal(Stanza stanza) throws NotConnectedException, InterruptedException {
        if (isSmEnabled()) {
            queue.offer(stanza);
        } else {
            super.sendStanzaInternal(stanza);
        }
    }

    /** Logged in, and not into the session before. */
    void beginAnew() {
        queue.beginAnew();
    }

    /** Says goodbye: what was sent so far goes out first, if the server takes it in time. */
    void end(long limitMs) {
        try {
            queue.flush(limitMs);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        queue.close();
        disconnect();
    }

    /** Ends without a word. */
    void abandon() {
        queue.close();
        instantShutdown();
    }

    /** Sends what may be lost: an answer that finds no connection is counted, since nobody waits for it any more. */
    void send(Stanza stanza) {
        try {
            sendStanza(stanza);
        } catch (NotConnectedException e) {
            counters.unsent.increment();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
