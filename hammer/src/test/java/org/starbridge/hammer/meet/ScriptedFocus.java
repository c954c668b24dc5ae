package org.starbridge.hammer.meet;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jitsi.xmpp.extensions.jingle.JingleAction;
import org.jitsi.xmpp.extensions.jingle.JingleIQ;
import org.jitsi.xmpp.extensions.jitsimeet.ConferenceIq;
import org.jivesoftware.smack.iqrequest.AbstractIqRequestHandler;
import org.jivesoftware.smack.iqrequest.IQRequestHandler;
import org.jivesoftware.smack.packet.IQ;
import org.jivesoftware.smack.packet.Presence;
import org.jivesoftware.smack.tcp.XMPPTCPConnection;
import org.jivesoftware.smack.tcp.XMPPTCPConnectionConfiguration;
import org.jivesoftware.smack.util.TLSUtils;
import org.jivesoftware.smackx.disco.ServiceDiscoveryManager;
import org.jivesoftware.smackx.muc.packet.MUCInitialPresence;
import org.jxmpp.jid.Jid;
import org.jxmpp.jid.impl.JidCreate;
import org.starbridge.bridge.xmpp.Prosody;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Media;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.PayloadType;
import org.starbridge.colibri.RtcpFeedback;
import org.starbridge.colibri.RtpHeaderExtension;
import org.starbridge.colibri.Sctp;
import org.starbridge.colibri.Transport;
import org.starbridge.colibri.xmpp.BreweryClient;
import org.starbridge.colibri.xmpp.BreweryPlace;

/**
 * Plays a conference focus for one room: is asked for the conference, invites the participants once there are two,
 * passes on what they send, and has a bridge do it, all over a real XMPP server. What it does, it does on one thread,
 * in the order of events.
 */
public final class ScriptedFocus implements AutoCloseable {
    static final String NICKNAME = "focus";
    private static final String MEETING = "meeting-of-the-scripted-focus";
    private static final RtcpFeedback TRANSPORT_CC = new RtcpFeedback("transport-cc", null);

    /** Numbers that no client would guess, and codecs that the Hammer does not send. */
    private static final List<Media> OFFERED = List.of(
            new Media(
                    MediaKind.AUDIO,
                    List.of(
                            new PayloadType(109, "opus", 48_000, 2, Map.of("useinbandfec", "1"), List.of(TRANSPORT_CC)),
                            new PayloadType(121, "telephone-event", 8_000, 1, Map.of(), List.of())),
                    List.of(
                            new RtpHeaderExtension(10, "urn:ietf:params:rtp-hdrext:sdes:mid"),
                            new RtpHeaderExtension(4, "urn:ietf:params:rtp-hdrext:ssrc-audio-level"),
                            new RtpHeaderExtension(
                                    7, "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01")),
                    true),
            new Media(
                    MediaKind.VIDEO,
                    List.of(
                            video(98, "VP9"),
                            video(106, "VP8"),
                            new PayloadType(113, "rtx", 90_000, 1, Map.of("apt", "98"), List.of()),
                            new PayloadType(114, "rtx", 90_000, 1, Map.of("apt", "106"), List.of())),
                    List.of(new RtpHeaderExtension(
                            7, "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01")),
                    true));

    private final String room;
    private final BreweryClient bridge;
    private final XMPPTCPConnection connection;
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Map<String, Session> sessions = new LinkedHashMap<>();
    private final List<String> occupants = new ArrayList<>();
    private final List<String> done = new CopyOnWriteArrayList<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private boolean isReady;
    private boolean hasConference;

    /** What goes on with one participant. */
    private static final class Session {
        final String nickname;
        final String sid;
        List<MediaSource> sources = List.of();

        Session(String nickname) {
            this.nickname = nickname;
            sid = JingleIQ.generateSID();
        }
    }

    /** @param room its bare address */
    public ScriptedFocus(Prosody prosody, String room, String bridgeNickname) throws Exception {
        Jingle.prepare();
        this.room = room;
        bridge = BreweryClient.join(new BreweryPlace(
                "127.0.0.1", prosody.port(), Prosody.DOMAIN, "focus", Prosody.PASSWORD, Prosody.ROOM, NICKNAME));
        bridge.awaitBridge(bridgeNickname, Duration.ofSeconds(60));
        XMPPTCPConnectionConfiguration.Builder settings = XMPPTCPConnectionConfiguration.builder()
                .setHost((CharSequence) "127.0.0.1")
                .setPort(prosody.port())
                .setXmppDomain(Prosody.DOMAIN)
                .setUsernameAndPassword("focus", Prosody.PASSWORD)
                .setSendPresence(false);
        TLSUtils.acceptAllCertificates(settings);
        TLSUtils.disableHostnameVerificationForTlsCertificates(settings);
        connection = new XMPPTCPConnection(settings.build());
        connection.setReplyTimeout(30_000);
        connection.registerIQRequestHandler(handler(ConferenceIq.ELEMENT, ConferenceIq.NAMESPACE, this::onConference));
        connection.registerIQRequestHandler(handler(JingleIQ.ELEMENT, JingleIQ.NAMESPACE, request -> {
            run(() -> onJingle((JingleIQ) request));
            return IQ.createResultIQ(request);
        }));
        connection.addSyncStanzaListener(
                stanza -> run(() -> onPresence((Presence) stanza)), stanza -> stanza instanceof Presence);
        connection.connect();
        connection.login();
    }

    /** Whom to ask for the conference. */
    public String address() {
        return connection.getUser().toString();
    }

    /** What it has done so far, a word or two each. */
    public List<String> done() {
        return List.copyOf(done);
    }

    /** What went wrong. */
    public List<Throwable> failures() {
        return List.copyOf(failures);
    }

    private interface Answering {
        IQ answer(IQ request);
    }

    private static IQRequestHandler handler(String element, String namespace, Answering answering) {
        return new AbstractIqRequestHandler(element, namespace, IQ.Type.set, IQRequestHandler.Mode.sync) {
            @Override
            public IQ handleIQRequest(IQ request) {
                return answering.answer(request);
            }
        };
    }

    private interface Step {
        void run() throws Exception;
    }

    private void run(Step step) {
        if (!thread.isShutdown()) {
            thread.execute(() -> {
                try {
                    step.run();
                } catch (Exception e) {
                    failures.add(e);
                }
            });
        }
    }

    /** Enters the room when it is asked for the first time, and says that it is not ready yet. */
    private IQ onConference(IQ request) {
        ConferenceIq answer = new ConferenceIq();
        answer.setType(IQ.Type.result);
        answer.setStanzaId(request.getStanzaId());
        answer.setTo(request.getFrom());
        answer.setRoom(((ConferenceIq) request).getRoom());
        answer.setFocusJid(address());
        answer.setReady(isReady);
        if (!isReady) {
            isReady = true;
            run(() -> connection.sendStanza(connection
                    .getStanzaFactory()
                    .buildPresenceStanza()
                    .to(JidCreate.entityFullFrom(room + "/" + NICKNAME))
                    .addExtension(new MUCInitialPresence(null, 0, -1, -1, null))
                    .build()));
        }
        return answer;
    }

    private void onPresence(Presence presence) throws Exception {
        Jid from = presence.getFrom();
        String nickname = from.getResourceOrEmpty().toString();
        if (!from.asBareJid().toString().equals(room) || nickname.equals(NICKNAME)) {
            return;
        }
        if (presence.getType() == Presence.Type.unavailable) {
            occupants.remove(nickname);
            leave(nickname);
        } else if (!occupants.contains(nickname)) {
            occupants.add(nickname);
        }
        if (occupants.size() >= 2) {
            for (String each : List.copyOf(occupants)) {
                if (!sessions.containsKey(each)) {
                    invite(each);
                }
            }
        }
    }

    private void invite(String nickname) throws Exception {
        ServiceDiscoveryManager disco = ServiceDiscoveryManager.getInstanceFor(connection);
        boolean wantsData = disco.supportsFeature(occupant(nickname), "urn:xmpp:jingle:transports:dtls-sctp:1");
        EndpointModify.Builder endpoint = EndpointModify.builder(nickname)
                .create(true)
                .capability(Capabilities.SOURCE_NAMES)
                .transport(new Transport(true, false, false, null, wantsData ? new Sctp(null, null) : null));
        OFFERED.forEach(endpoint::media);
        ConferenceModified answer = bridge.send(
                hasConference
                        ? ConferenceModify.updating(MEETING, List.of(endpoint.build()))
                        : ConferenceModify.creating(MEETING, room, List.of(endpoint.build())));
        hasConference = true;
        List<MediaSource> sources = new ArrayList<>();
        if (answer.sources() != null) {
            sources.addAll(answer.sources());
        }
        sessions.values().forEach(each -> sources.addAll(each.sources));
        Session session = new Session(nickname);
        sessions.put(nickname, session);
        done.add("invited" + (wantsData ? " with a data channel" : ""));
        send(
                session,
                FocusJingle.initiate(
                        session.sid,
                        OFFERED,
                        Objects.requireNonNull(answer.endpoints().getFirst().transport()),
                        sources));
    }

    private void leave(String nickname) throws Exception {
        Session left = sessions.remove(nickname);
        if (left == null) {
            return;
        }
        done.add("left");
        tellOthers(left, JingleAction.SOURCEREMOVE, left.sources);
        if (sessions.isEmpty()) {
            bridge.expire(MEETING);
            hasConference = false;
        } else {
            update(EndpointModify.expiring(nickname));
        }
    }

    private void onJingle(JingleIQ message) throws Exception {
        Session session = sessions.get(message.getFrom().getResourceOrEmpty().toString());
        if (session == null || !session.sid.equals(message.getSID())) {
            throw new IOException("of no session: " + message.toXML());
        }
        done.add(message.getAction().toString());
        EndpointModify.Builder endpoint = EndpointModify.builder(session.nickname);
        List<MediaSource> sources = FocusJingle.sources(message);
        switch (message.getAction()) {
            case SESSION_ACCEPT -> {
                session.sources = sources;
                update(endpoint.transport(FocusJingle.transport(message))
                        .sources(sources)
                        .build());
                tellOthers(session, JingleAction.SOURCEADD, sources);
            }
            case TRANSPORT_INFO ->
                update(endpoint.transport(FocusJingle.transport(message)).build());
            case SOURCEADD -> {
                List<MediaSource> all = new ArrayList<>(session.sources);
                all.addAll(sources);
                session.sources = all;
                update(endpoint.sources(all).build());
                tellOthers(session, JingleAction.SOURCEADD, sources);
            }
            case SOURCEREMOVE -> {
                List<String> names = sources.stream().map(MediaSource::id).toList();
                session.sources = session.sources.stream()
                        .filter(each -> !names.contains(each.id()))
                        .toList();
                update(endpoint.sources(session.sources).build());
                tellOthers(session, JingleAction.SOURCEREMOVE, sources);
            }
            default -> throw new IOException("unexpected: " + message.toXML());
        }
    }

    private void update(EndpointModify endpoint) throws Exception {
        bridge.send(ConferenceModify.updating(MEETING, List.of(endpoint)));
    }

    private void tellOthers(Session about, JingleAction action, List<MediaSource> sources) throws Exception {
        for (Session other : sessions.values()) {
            if (other != about && !sources.isEmpty()) {
                send(other, FocusJingle.sources(action, other.sid, sources));
            }
        }
    }

    /** A client confirms what the focus says, unless it has just gone. */
    private void send(Session session, JingleIQ message) throws Exception {
        message.setTo(occupant(session.nickname));
        if (message.getAction() == JingleAction.SOURCEREMOVE) {
            connection.sendStanza(message);
        } else {
            connection.sendIqRequestAndWaitForResponse(message);
        }
    }

    private Jid occupant(String nickname) throws Exception {
        return JidCreate.entityFullFrom(room + "/" + nickname);
    }

    private static PayloadType video(int id, String name) {
        return new PayloadType(
                id,
                name,
                90_000,
                1,
                Map.of(),
                List.of(
                        new RtcpFeedback("ccm", "fir"),
                        new RtcpFeedback("nack", null),
                        new RtcpFeedback("nack", "pli"),
                        TRANSPORT_CC));
    }

    @Override
    public void close() {
        thread.shutdownNow();
        connection.disconnect();
        bridge.close();
    }
}
