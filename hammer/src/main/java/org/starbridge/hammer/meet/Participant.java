package org.starbridge.hammer.meet;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jitsi.xmpp.extensions.jingle.JingleIQ;
import org.jitsi.xmpp.extensions.jingle.ReasonPacketExtension;
import org.jitsi.xmpp.extensions.jitsimeet.ConferenceIq;
import org.jitsi.xmpp.extensions.jitsimeet.JitsiParticipantCodecList;
import org.jitsi.xmpp.extensions.jitsimeet.StatsId;
import org.jivesoftware.smack.ConnectionConfiguration.SecurityMode;
import org.jivesoftware.smack.SmackException;
import org.jivesoftware.smack.XMPPException;
import org.jivesoftware.smack.XMPPException.XMPPErrorException;
import org.jivesoftware.smack.iqrequest.AbstractIqRequestHandler;
import org.jivesoftware.smack.iqrequest.IQRequestHandler;
import org.jivesoftware.smack.packet.IQ;
import org.jivesoftware.smack.packet.PresenceBuilder;
import org.jivesoftware.smack.packet.StandardExtensionElement;
import org.jivesoftware.smack.parsing.ExceptionLoggingCallback;
import org.jivesoftware.smack.tcp.XMPPTCPConnection;
import org.jivesoftware.smack.tcp.XMPPTCPConnectionConfiguration;
import org.jivesoftware.smack.util.TLSUtils;
import org.jivesoftware.smackx.disco.ServiceDiscoveryManager;
import org.jivesoftware.smackx.muc.MultiUserChat;
import org.jivesoftware.smackx.muc.MultiUserChatManager;
import org.jivesoftware.smackx.nick.packet.Nick;
import org.jxmpp.jid.impl.JidCreate;
import org.jxmpp.jid.parts.Resourcepart;
import org.jxmpp.stringprep.XmppStringprepException;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.client.PromptSockets;
import org.starbridge.hammer.LoadTestException;

/**
 * One occupant of the room, with a connection of its own: asks the focus for the conference, enters, and talks Jingle
 * to the focus. One thread calls it; what the focus says comes on Smack's, in order.
 */
final class Participant implements AutoCloseable {
    /** lib-jitsi-meet asks again, less and less often, a focus that is not ready. */
    private static final long FIRST_PAUSE_MS = 1_000;

    private static final long MAX_PAUSE_MS = 16_000;

    private final MeetRoom place;
    private final String nickname;
    private final long timeoutMs;
    private final XMPPTCPConnection connection;
    private final CompletableFuture<JingleIQ> invitation = new CompletableFuture<>();
    private final Set<Long> toldSsrcs = ConcurrentHashMap.newKeySet();
    private final Queue<String> warnings = new ConcurrentLinkedQueue<>();

    private Participant(MeetRoom place, String nickname, long timeoutMs, XMPPTCPConnection connection) {
        this.place = place;
        this.nickname = nickname;
        this.timeoutMs = timeoutMs;
        this.connection = connection;
    }

    /**
     * Connects and logs in.
     *
     * @param nickname the endpoint's name in Colibri2, too, as Jicofo has it
     * @param features what the client can do, for the focus (XEP-0030)
     * @param timeoutMs for each answer
     */
    static Participant connect(MeetRoom place, String nickname, List<String> features, long timeoutMs)
            throws IOException, InterruptedException {
        Jingle.prepare();
        try {
            XMPPTCPConnectionConfiguration.Builder settings = XMPPTCPConnectionConfiguration.builder()
                    .setHost((CharSequence) place.server().host())
                    .setPort(place.server().port())
                    .setSocketFactory(new PromptSockets())
                    .setXmppDomain(place.domain())
                    .setSecurityMode(place.checksCertificate() ? SecurityMode.required : SecurityMode.ifpossible)
                    .setSendPresence(false);
            if (place.username() == null) {
                settings.performSaslAnonymousAuthentication();
            } else {
                settings.setUsernameAndPassword(place.username(), place.password());
            }
            if (!place.checksCertificate()) {
                TLSUtils.acceptAllCertificates(settings);
                TLSUtils.disableHostnameVerificationForTlsCertificates(settings);
            }
            XMPPTCPConnection connection = new XMPPTCPConnection(settings.build());
            connection.setUseStreamManagement(false); // Smack's hangs under a few hundred stanzas at once
            connection.setReplyTimeout(timeoutMs);
            connection.setParsingExceptionCallback(new ExceptionLoggingCallback());
            Participant participant = new Participant(place, nickname, timeoutMs, connection);
            connection.registerIQRequestHandler(participant.new Listener());
            features.forEach(ServiceDiscoveryManager.getInstanceFor(connection)::addFeature);
            connection.connect();
            connection.login();
            return participant;
        } catch (SmackException | XMPPException | XmppStringprepException e) {
            throw new IOException(
                    "no connection to " + place.domain() + " on "
                            + place.server().host() + ":" + place.server().port() + ": " + e.getMessage(),
                    e);
        }
    }

    /** Asks the focus for the conference, until it is ready. */
    void requestConference() throws IOException, InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        long pauseMs = FIRST_PAUSE_MS;
        try {
            while (!isReady()) {
                if (System.nanoTime() - deadlineNs > 0) {
                    throw new LoadTestException("the focus " + place.focus() + " is not ready for " + place.room()
                            + " after " + timeoutMs / 1000 + " s");
                }
                Thread.sleep(pauseMs);
                pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
            }
        } catch (XMPPErrorException e) {
            throw new LoadTestException(
                    "the focus " + place.focus() + " refuses the conference " + place.room() + ": " + e.getMessage()
                            + ". Does it exist, and may " + connection.getUser().asBareJid() + " use it?",
                    e);
        } catch (SmackException | XmppStringprepException e) {
            throw new IOException("the focus " + place.focus() + " does not answer: " + e.getMessage(), e);
        }
    }

    private boolean isReady() throws SmackException, XMPPErrorException, InterruptedException, XmppStringprepException {
        ConferenceIq request = new ConferenceIq();
        request.setType(IQ.Type.set);
        request.setTo(JidCreate.from(place.focus()));
        request.setRoom(JidCreate.entityBareFrom(place.room()));
        request.setMachineUID(nickname);
        ConferenceIq answer = connection.sendIqRequestAndWaitForResponse(request);
        return Boolean.TRUE.equals(answer.isReady());
    }

    /** Enters the room with the presence that lib-jitsi-meet has. */
    void enter(List<MediaSource> sources) throws IOException, InterruptedException {
        try {
            MultiUserChat room = MultiUserChatManager.getInstanceFor(connection)
                    .getMultiUserChat(JidCreate.entityBareFrom(place.room()));
            room.join(room.getEnterConfigurationBuilder(Resourcepart.from(nickname))
                    .requestNoHistory()
                    .timeoutAfter(timeoutMs)
                    .withPresence((PresenceBuilder presence) -> describe(presence, sources))
                    .build());
        } catch (XMPPErrorException e) {
            throw new LoadTestException("the room " + place.room() + " refuses " + nickname + ": " + e.getMessage(), e);
        } catch (SmackException | XmppStringprepException e) {
            throw new IOException("the room " + place.room() + " could not be entered: " + e.getMessage(), e);
        }
    }

    private void describe(PresenceBuilder presence, List<MediaSource> sources) {
        JitsiParticipantCodecList codecs = new JitsiParticipantCodecList();
        codecs.setCodecs(List.of("vp8"));
        ObjectNode info = JsonNodeFactory.instance.objectNode();
        for (MediaSource source : sources) {
            ObjectNode each = info.putObject(source.id()).put("muted", false);
            if (source.kind() == MediaKind.VIDEO) {
                each.put("videoType", "camera");
            }
        }
        presence.addExtension(new StatsId("hammer-" + nickname))
                .addExtension(codecs)
                .addExtension(new Nick(nickname))
                .addExtension(StandardExtensionElement.builder("SourceInfo", "jabber:client")
                        .setText(info.toString())
                        .build());
    }

    /** Waits for the focus's session-initiate. */
    JingleIQ awaitInvitation() throws InterruptedException {
        try {
            return invitation.get(timeoutMs, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            throw new LoadTestException(
                    "the focus has not invited " + nickname + " to " + place.room() + " within " + timeoutMs / 1000
                            + " s: is a bridge available to it?",
                    e);
        }
    }

    /** Sends, and waits until the focus has confirmed. */
    void send(JingleIQ message) throws IOException, InterruptedException {
        try {
            connection.sendIqRequestAndWaitForResponse(message);
        } catch (XMPPErrorException e) {
            throw new LoadTestException(
                    "the focus refuses the " + message.getAction() + " of " + nickname + ": " + e.getMessage(), e);
        } catch (SmackException e) {
            throw new IOException(
                    "the focus does not answer the " + message.getAction() + " of " + nickname + ": " + e.getMessage(),
                    e);
        }
    }

    /** Returns how many of these SSRCs the focus has not announced, or has taken back. */
    long untold(List<Long> ssrcs) {
        return ssrcs.stream().filter(ssrc -> !toldSsrcs.contains(ssrc)).count();
    }

    /** Returns what the focus did that a client of its kind would have to react to. */
    List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** Leaves the room with the connection. */
    @Override
    public void close() {
        connection.disconnect();
    }

    private void onJingle(JingleIQ message) {
        switch (message.getAction()) {
            case SESSION_INITIATE -> {
                toldSsrcs.addAll(Jingle.ssrcs(message));
                if (!invitation.complete(message)) {
                    warnings.add(nickname + " was invited again, but did not move");
                }
            }
            case SOURCEADD, ADDSOURCE -> toldSsrcs.addAll(Jingle.ssrcs(message));
            case SOURCEREMOVE, REMOVESOURCE -> Jingle.ssrcs(message).forEach(toldSsrcs::remove);
            case SESSION_TERMINATE -> {
                ReasonPacketExtension reason = message.getReason();
                String why = reason == null ? "no reason given" : reason.getReason() + " " + reason.getText();
                invitation.completeExceptionally(new LoadTestException("its session was ended: " + why));
                warnings.add("the focus has ended the session of " + nickname + ": " + why);
            }
            case TRANSPORT_REPLACE, TRANSPORT_INFO ->
                warnings.add("the focus has sent " + nickname + " a " + message.getAction() + ", which it ignored");
            default -> {} // confirmed, and of no consequence for media
        }
    }

    /** Confirms at once, as Jingle asks for (XEP-0166 section 6.3). */
    private final class Listener extends AbstractIqRequestHandler {
        Listener() {
            super(JingleIQ.ELEMENT, JingleIQ.NAMESPACE, IQ.Type.set, IQRequestHandler.Mode.sync);
        }

        @Override
        public IQ handleIQRequest(IQ request) {
            onJingle((JingleIQ) request);
            return IQ.createResultIQ(request);
        }
    }
}
