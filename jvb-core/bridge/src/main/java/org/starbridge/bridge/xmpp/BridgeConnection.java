package org.starbridge.bridge.xmpp;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jivesoftware.smack.SmackException.NotConnectedException;
import org.jivesoftware.smack.packet.IQ;
import org.jivesoftware.smack.packet.Presence;
import org.jivesoftware.smack.packet.Stanza;
import org.jivesoftware.smack.packet.StanzaError.Condition;
import org.jivesoftware.smack.tcp.XMPPTCPConnection;
import org.jivesoftware.smack.tcp.XMPPTCPConnectionConfiguration;
import org.jivesoftware.smack.util.ParserUtils;
import org.jivesoftware.smack.xml.XmlPullParser;
import org.jivesoftware.smack.xml.XmlPullParserException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.xmpp.AuthorizedRequesters.Audience;
import org.starbridge.colibri.xml.Colibri2Xml;
import org.starbridge.transport.counters.SharedCounters;

/**
 * A connection that answers only the requests this bridge means to answer, to those who may ask, and refuses all others
 * in its own words. Smack would answer some by itself (what time it is here), and its refusals repeat the request,
 * which is not well-formed when its element is unknown. The thread that reads the stream calls it.
 */
final class BridgeConnection extends XMPPTCPConnection {
    private static final Logger LOG = LoggerFactory.getLogger(BridgeConnection.class);
    private static final String DISCO = "http://jabber.org/protocol/disco";

    private static final Map<String, Audience> ANSWERED = Map.of(
            key(IQ.Type.get, Colibri2Xml.MODIFY, Colibri2Xml.NAMESPACE), Audience.FOCUS,
            key(IQ.Type.set, Colibri2Xml.MODIFY, Colibri2Xml.NAMESPACE), Audience.FOCUS,
            key(IQ.Type.get, BridgeIqs.HEALTH, BridgeIqs.HEALTH_NAMESPACE), Audience.OCCUPANTS,
            key(IQ.Type.get, "query", "jabber:iq:version"), Audience.OCCUPANTS,
            key(IQ.Type.get, "query", DISCO + "#info"), Audience.OCCUPANTS_AND_SERVERS,
            key(IQ.Type.get, "query", DISCO + "#items"), Audience.OCCUPANTS_AND_SERVERS,
            key(IQ.Type.get, "ping", "urn:xmpp:ping"), Audience.OCCUPANTS_AND_SERVERS);

    private final SharedCounters<XmppCounter> counters;
    private final AuthorizedRequesters askers;
    private final SendQueue queue;
    private final ReentrantLock sending = new ReentrantLock();
    private boolean hasRefused;

    /** @param askers who may ask what */
    BridgeConnection(
            XMPPTCPConnectionConfiguration configuration,
            SharedCounters<XmppCounter> counters,
            AuthorizedRequesters askers) {
        super(configuration);
        this.counters = counters;
        this.askers = askers;
        queue = new SendQueue(super::sendStanzaInternal, counters);
        addStanzaAcknowledgedListener(_ -> queue.onAcknowledged());
    }

    private static String key(IQ.Type type, String name, String namespace) {
        return type + " " + name + " " + namespace;
    }

    /**
     * Some that the server should have refused make Smack's parser fail in a way that would cost the stream: one
     * without a child.
     */
    @Override
    protected void parseAndProcessStanza(XmlPullParser in)
            throws XmlPullParserException, IOException, InterruptedException {
        int depth = in.getDepth();
        try {
            super.parseAndProcessStanza(in);
        } catch (RuntimeException e) {
            counters.increment(XmppCounter.UNREADABLE);
            LOG.debug("a stanza cannot be read", e);
            ParserUtils.forwardToEndTagOfDepth(in, depth);
        }
    }

    @Override
    protected void invokeStanzaCollectorsAndNotifyRecvListeners(Stanza stanza) {
        IQ refusal = stanza instanceof IQ iq && iq.isRequestIQ() ? refusal(iq) : null;
        if (refusal != null) {
            send(refusal);
            return;
        }
        if (stanza instanceof Presence presence) {
            askers.onPresence(presence);
        }
        super.invokeStanzaCollectorsAndNotifyRecvListeners(stanza);
    }

    /** The answer to what this bridge does not answer, or not to its sender; null for what it does. */
    private @Nullable IQ refusal(IQ request) {
        Audience audience =
                ANSWERED.get(key(request.getType(), request.getChildElementName(), request.getChildElementNamespace()));
        if (audience == null) {
            counters.increment(XmppCounter.REQUESTS_UNKNOWN);
            return RefusalIq.of(
                    request, Condition.feature_not_implemented, "this bridge does not support this request");
        }
        if (askers.isAmong(audience, request.getFrom())) {
            return null;
        }
        counters.increment(XmppCounter.REQUESTS_FORBIDDEN);
        if (!hasRefused) { // the first one may be a mistake in the configuration, and many may be an attack
            hasRefused = true;
            LOG.warn(
                    "refused {} from {}: only occupants of the bridge's rooms with the required role may send it"
                            + " (control_role); further refusals are counted but not logged",
                    request.getChildElementName(),
                    request.getFrom());
        }
        return RefusalIq.of(
                request,
                Condition.forbidden,
                "only occupants of the bridge's rooms with the required role may send this");
    }

    /** Every stanza that is sent, by Smack too, passes here. */
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
        askers.clear();
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

    /**
     * Sends stanzas that may be lost: without a connection that is counted, since the receiver no longer waits for
     * them. None of another call is between them.
     */
    void send(Stanza... stanzas) {
        sending.lock();
        try {
            for (Stanza stanza : stanzas) {
                sendStanza(stanza);
            }
        } catch (NotConnectedException e) {
            counters.increment(XmppCounter.UNSENT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            sending.unlock();
        }
    }
}
