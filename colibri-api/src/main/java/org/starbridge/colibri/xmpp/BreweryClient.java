package org.starbridge.colibri.xmpp;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jivesoftware.smack.SmackException;
import org.jivesoftware.smack.StanzaCollector;
import org.jivesoftware.smack.XMPPException;
import org.jivesoftware.smack.packet.IQ;
import org.jivesoftware.smack.packet.Presence;
import org.jivesoftware.smack.packet.StandardExtensionElement;
import org.jivesoftware.smack.packet.StanzaError;
import org.jivesoftware.smack.roster.Roster;
import org.jivesoftware.smack.tcp.XMPPTCPConnection;
import org.jivesoftware.smack.tcp.XMPPTCPConnectionConfiguration;
import org.jivesoftware.smack.util.TLSUtils;
import org.jivesoftware.smackx.muc.packet.MUCInitialPresence;
import org.jspecify.annotations.Nullable;
import org.jxmpp.jid.EntityFullJid;
import org.jxmpp.jid.impl.JidCreate;
import org.jxmpp.stringprep.XmppStringprepException;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.client.ConferenceRequests;
import org.starbridge.colibri.client.PromptSockets;
import org.starbridge.colibri.xml.Colibri2Xml;
import org.starbridge.colibri.xml.XmlElement;

/**
 * Asks a bridge for conferences as a focus does: from within the room where bridges are, by private IQs. For tests and
 * load: it takes any certificate of the server, and a connection that is lost stays lost. Any thread, any number at
 * once.
 */
public final class BreweryClient implements ConferenceRequests {
    /** A focus gives a bridge this long before it gives it up. */
    private static final long ANSWER_TIMEOUT_MS = 15_000;

    private final BreweryPlace place;
    private final XMPPTCPConnection connection;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final SortedSet<String> bridges = new TreeSet<>();
    private volatile @Nullable EntityFullJid bridge;

    private BreweryClient(BreweryPlace place, XMPPTCPConnection connection) {
        this.place = place;
        this.connection = connection;
    }

    /**
     * Connects, logs in and enters the room.
     *
     * @throws IOException with a sentence that says where it failed
     */
    public static BreweryClient join(BreweryPlace place) throws IOException, InterruptedException {
        XmlLimits.lift();
        Roster.setRosterLoadedAtLoginDefault(false);
        ElementIq.register(Colibri2Xml.MODIFIED, Colibri2Xml.NAMESPACE);
        try {
            XMPPTCPConnectionConfiguration.Builder settings = XMPPTCPConnectionConfiguration.builder()
                    .setHost((CharSequence) place.host())
                    .setPort(place.port())
                    .setSocketFactory(new PromptSockets())
                    .setXmppDomain(place.domain())
                    .setUsernameAndPassword(place.username(), place.password())
                    .setSendPresence(false);
            TLSUtils.acceptAllCertificates(settings);
            TLSUtils.disableHostnameVerificationForTlsCertificates(settings);
            XMPPTCPConnection connection = new XMPPTCPConnection(settings.build());
            connection.setUseStreamManagement(false); // Smack's hangs under a few hundred requests at once
            connection.setReplyTimeout(ANSWER_TIMEOUT_MS);
            BreweryClient client = new BreweryClient(place, connection);
            connection.addSyncStanzaListener(
                    stanza -> client.onPresence((Presence) stanza), stanza -> stanza instanceof Presence);
            connection.connect();
            connection.login();
            connection.sendStanza(connection
                    .getStanzaFactory()
                    .buildPresenceStanza()
                    .to(JidCreate.entityFullFrom(place.room() + "/" + place.nickname()))
                    .addExtension(new MUCInitialPresence(null, 0, -1, -1, null))
                    .build());
            return client;
        } catch (SmackException | XMPPException | XmppStringprepException e) {
            throw new IOException("could not be " + place + ": " + e.getMessage(), e);
        }
    }

    private void onPresence(Presence presence) {
        if (presence.getFrom() == null) {
            return;
        }
        String nickname = presence.getFrom().getResourceOrEmpty().toString();
        boolean isBridge = presence.getType() == Presence.Type.available
                && presence.getExtensionElement("stats", Colibri2Xml.STATS_NAMESPACE) != null;
        lock.lock();
        try {
            if (isBridge) {
                bridges.add(nickname);
            } else {
                bridges.remove(nickname);
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until a bridge is there, which is the one that is asked from then on.
     *
     * @param nickname which one; null for any
     * @return its nickname
     * @throws IOException if it does not come in time
     */
    public String awaitBridge(@Nullable String nickname, Duration limit) throws IOException, InterruptedException {
        long leftNs = limit.toNanos();
        lock.lock();
        try {
            while (nickname == null ? bridges.isEmpty() : !bridges.contains(nickname)) {
                if (leftNs <= 0) {
                    throw new IOException("no bridge " + (nickname == null ? "" : nickname + " ") + "joined "
                            + place.room() + " within " + limit.toSeconds() + " s; present: " + bridges);
                }
                leftNs = changed.awaitNanos(leftNs);
            }
            String found = nickname == null ? bridges.first() : nickname;
            bridge = JidCreate.entityFullFrom(place.room() + "/" + found);
            return found;
        } catch (XmppStringprepException e) {
            throw new IOException("\"" + nickname + "\" is not a valid nickname: " + e.getMessage(), e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public ConferenceModified send(ConferenceModify request) throws IOException, InterruptedException {
        IQ iq = new ElementIq(Colibri2Xml.write(request));
        iq.setType(IQ.Type.get);
        iq.setTo(Objects.requireNonNull(bridge, "interrupted while waiting for a bridge"));
        String id = iq.getStanzaId();
        IQ answer;
        try (StanzaCollector answers = connection.createStanzaCollectorAndSend(
                stanza -> stanza instanceof IQ each && Objects.equals(each.getStanzaId(), id) && !each.isRequestIQ(),
                iq)) {
            answer = answers.nextResult();
        } catch (SmackException e) {
            throw new IOException("the connection of " + place + " was lost: " + e.getMessage(), e);
        }
        if (answer == null) {
            throw new IOException(bridge + " did not answer within " + ANSWER_TIMEOUT_MS + " ms: is it overloaded?");
        }
        StanzaError error = answer.getError();
        if (error != null) {
            throw refusal(error);
        }
        XmlElement modified = answer instanceof ElementIq readable ? readable.element() : null;
        if (modified == null) {
            throw new IOException(bridge + " gave an answer that is not Colibri2: " + answer);
        }
        return Colibri2Xml.parseModified(modified);
    }

    private static Colibri2Exception refusal(StanzaError error) {
        List<XmlElement> details = new ArrayList<>();
        for (String name : List.of("error", "endpoint")) {
            if (error.getExtension(name, Colibri2Xml.NAMESPACE) instanceof StandardExtensionElement detail) {
                Map<String, String> attributes = new LinkedHashMap<>(detail.getAttributes());
                details.add(XmlElement.of(Colibri2Xml.NAMESPACE, name, attributes));
            }
        }
        String sentence = error.getDescriptiveText();
        return Colibri2Xml.parseError(error.getCondition().toString(), sentence == null ? "" : sentence, details);
    }

    @Override
    public void close() {
        connection.disconnect();
    }
}
