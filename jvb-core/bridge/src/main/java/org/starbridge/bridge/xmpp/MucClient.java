package org.starbridge.bridge.xmpp;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jivesoftware.smack.ConnectionConfiguration.SecurityMode;
import org.jivesoftware.smack.ConnectionListener;
import org.jivesoftware.smack.SmackException;
import org.jivesoftware.smack.UnparseableStanza;
import org.jivesoftware.smack.XMPPConnection;
import org.jivesoftware.smack.XMPPException;
import org.jivesoftware.smack.iqrequest.AbstractIqRequestHandler;
import org.jivesoftware.smack.iqrequest.IQRequestHandler.Mode;
import org.jivesoftware.smack.packet.IQ;
import org.jivesoftware.smack.packet.Presence;
import org.jivesoftware.smack.packet.StanzaError;
import org.jivesoftware.smack.packet.StreamError;
import org.jivesoftware.smack.tcp.XMPPTCPConnection;
import org.jivesoftware.smack.tcp.XMPPTCPConnectionConfiguration;
import org.jivesoftware.smack.util.TLSUtils;
import org.jivesoftware.smackx.disco.ServiceDiscoveryManager;
import org.jivesoftware.smackx.iqversion.VersionManager;
import org.jivesoftware.smackx.ping.PingManager;
import org.jspecify.annotations.Nullable;
import org.jxmpp.jid.EntityFullJid;
import org.jxmpp.jid.impl.JidCreate;
import org.jxmpp.jid.parts.Resourcepart;
import org.jxmpp.stringprep.XmppStringprepException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.colibri.client.PromptSockets;
import org.starbridge.colibri.xml.Colibri2Xml;
import org.starbridge.colibri.xml.XmlElement;

/**
 * One connection and its rooms. A virtual thread of its own connects, joins, and starts again after each loss until it
 * is closed. Smack's threads only tell it that something was lost. Any thread may call the rest.
 */
final class MucClient implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MucClient.class);
    private static final int CONNECT_TIMEOUT_MS = 10_000;
    private static final int REPLY_TIMEOUT_MS = 10_000;
    private static final int PING_INTERVAL_S = 30;
    private static final int GOODBYE_MS = 2_000;
    private static final long POLL_NS = 10_000_000;

    /** Two bridges with one nickname replace each other's sessions without end; at this pace that does little harm. */
    private static final Duration AFTER_REPLACEMENT = Duration.ofMinutes(1);

    private static final List<String> FEATURES =
            List.of(BridgeIqs.HEALTH_NAMESPACE, "urn:xmpp:jingle:apps:dtls:0", "urn:xmpp:jingle:transports:ice-udp:1");

    private final MucClientConfig config;
    private final BridgeIqs iqs;
    private final BackOff backOff;
    private final BridgeConnection connection;
    private final MucRooms rooms;
    private final Semaphore somethingLost = new Semaphore(0);
    private final Thread keeper;
    private volatile boolean isClosed;

    /** Logged in. Smack itself takes a session for up as long as it might be resumed. */
    private volatile boolean isUp;

    /** The server has ended our session because another one took its resource. */
    private volatile boolean isReplaced;

    /** The session's name on the server; null when the server refused ours and is to choose one. Used by the keeper. */
    private @Nullable Resourcepart resource;

    private @Nullable String lastComplaint;
    private final SessionNames names;
    private final EntityFullJid place;
    private boolean endsOther;

    private MucClient(
            MucClientConfig config,
            List<EntityFullJid> places,
            BridgeIqs iqs,
            Supplier<XmlElement> presence,
            RandomGenerator random,
            BridgeConnection connection,
            SessionNames names) {
        this.names = names;
        place = places.getFirst();
        endsOther = names.endsOther();
        this.config = config;
        this.iqs = iqs;
        this.backOff = new BackOff(random);
        this.connection = connection;
        rooms = new MucRooms(config.id(), places, connection, presence);
        resource = names.resource(place);
        keeper = Thread.ofVirtual().name("xmpp-" + config.id()).unstarted(this::keepUp);
    }

    /** Not connected yet. Throws IllegalArgumentException for addresses that cannot be. */
    static MucClient create(
            MucClientConfig config,
            BridgeIqs iqs,
            ProgramVersion version,
            Supplier<XmlElement> presence,
            RandomGenerator random,
            SessionNames names) {
        SmackSetUp.prepare();
        try {
            List<EntityFullJid> places = places(config);
            AuthorizedRequesters askers = new AuthorizedRequesters(
                    config.domain(),
                    places.stream().map(EntityFullJid::asEntityBareJid).collect(Collectors.toSet()),
                    config.controlRole());
            BridgeConnection connection = new BridgeConnection(configuration(config), iqs.counters(), askers);
            MucClient client = new MucClient(config, places, iqs, presence, random, connection, names);
            client.listen(version);
            return client;
        } catch (XmppStringprepException e) {
            throw new IllegalArgumentException("XMPP client \"" + config.id() + "\": " + sentence(e), e);
        }
    }

    /** Returns what the innermost exception says; those around it repeat it, with the names of their classes. */
    private static String sentence(XmppStringprepException mistake) {
        Throwable innermost = mistake;
        for (Throwable cause = mistake; cause != null; cause = cause.getCause()) {
            innermost = cause;
        }
        return "\"" + mistake.getCausingString() + "\": " + innermost.getMessage();
    }

    private static List<EntityFullJid> places(MucClientConfig config) throws XmppStringprepException {
        java.util.ArrayList<EntityFullJid> places = new java.util.ArrayList<>();
        for (String muc : config.mucJids()) {
            places.add(JidCreate.entityFullFrom(muc + "/" + config.nickname()));
        }
        return List.copyOf(places);
    }

    static XMPPTCPConnectionConfiguration configuration(MucClientConfig config) throws XmppStringprepException {
        XMPPTCPConnectionConfiguration.Builder builder = XMPPTCPConnectionConfiguration.builder()
                .setHost((CharSequence) config.hostname())
                .setPort(config.port())
                .setSocketFactory(new PromptSockets())
                .setXmppDomain(config.domain())
                .setUsernameAndPassword(config.username(), config.password())
                .setSecurityMode(SecurityMode.valueOf(config.security().name().toLowerCase(java.util.Locale.ROOT)))
                .setConnectTimeout(CONNECT_TIMEOUT_MS)
                .setSendPresence(false);
        if (!config.verifiesCertificate()) {
            TLSUtils.acceptAllCertificates(builder);
            TLSUtils.disableHostnameVerificationForTlsCertificates(builder);
        }
        return builder.build();
    }

    private void listen(ProgramVersion version) {
        connection.setReplyTimeout(REPLY_TIMEOUT_MS);
        connection.setUseStreamManagement(true);
        connection.setUseStreamManagementResumption(true);
        connection.setParsingExceptionCallback(this::onUnreadable);
        connection.addConnectionListener(new Losses());
        connection.addSyncStanzaListener(
                stanza -> onOwnPresence((Presence) stanza),
                stanza -> stanza instanceof Presence own && rooms.isLoss(own));
        connection.registerIQRequestHandler(new Requests(IQ.Type.get));
        connection.registerIQRequestHandler(new Requests(IQ.Type.set));
        connection.registerIQRequestHandler(new HealthChecks());
        ServiceDiscoveryManager discovery = ServiceDiscoveryManager.getInstanceFor(connection);
        FEATURES.forEach(discovery::addFeature);
        VersionManager.getInstanceFor(connection).setVersion(version.name(), version.version(), version.os());
        PingManager ping = PingManager.getInstanceFor(connection);
        ping.setPingInterval(PING_INTERVAL_S);
        ping.registerPingFailedListener(() -> {
            LOG.warn("XMPP client {}: the server does not answer pings", config.id());
            connection.instantShutdown();
            onLoss();
        });
    }

    void start() {
        keeper.start();
    }

    MucClientConfig config() {
        return config;
    }

    boolean isConnected() {
        return isUp;
    }

    /** In how many rooms it is. */
    int joined() {
        return isUp ? rooms.joined() : 0;
    }

    /** Shows this in every room it is in. */
    void publish(XmlElement stats) {
        rooms.publish(stats);
    }

    private void keepUp() {
        while (!isClosed) {
            somethingLost.drainPermits();
            try {
                if (!isUp) {
                    connect();
                }
                rooms.joinAll();
                backOff.reset();
                lastComplaint = null;
                somethingLost.acquire();
                if (isReplaced) {
                    Thread.sleep(AFTER_REPLACEMENT);
                    isReplaced = false;
                }
            } catch (InterruptedException e) {
                return;
            } catch (SmackException | XMPPException | IOException | RuntimeException e) {
                if (!isClosed) {
                    onFailure(e);
                }
            }
        }
    }

    private void connect() throws SmackException, XMPPException, IOException, InterruptedException {
        if (endsOther) {
            endOther();
            endsOther = false;
        }
        if (connection.isConnected()) { // a log-in that failed leaves it so
            connection.instantShutdown();
        }
        connection.connect();
        try {
            connection.login(config.username(), config.password(), resource);
        } catch (XMPPException.XMPPErrorException e) {
            if (e.getStanzaError().getCondition() == StanzaError.Condition.conflict) {
                LOG.warn(
                        "XMPP client {}: the server has another session with the resource {}; letting it assign a new"
                                + " one. A bridge that was killed may stay unreachable until the server ends its old"
                                + " session",
                        config.id(),
                        resource);
                resource = null;
            }
            throw e;
        }
    }

    /** Takes the name of the session that an upgraded process may have left behind, and gives it up. */
    private void endOther() throws SmackException, XMPPException, IOException, InterruptedException {
        XMPPTCPConnection other = new XMPPTCPConnection(configuration(config));
        other.setUseStreamManagement(false);
        try {
            other.connect();
            other.login(config.username(), config.password(), names.other(place));
        } finally {
            other.disconnect();
        }
    }

    /** Logs what failed if the reason is a new one, and waits a while. */
    private void onFailure(Exception e) {
        iqs.counters().increment(XmppCounter.FAILED_ATTEMPTS);
        String complaint = e.toString();
        if (!complaint.equals(lastComplaint)) {
            lastComplaint = complaint;
            LOG.warn(
                    "XMPP client {} ({}:{}) has not joined its rooms yet, retrying: {}",
                    config.id(),
                    config.hostname(),
                    config.port(),
                    complaint);
        }
        if (connection.isConnected() && !isUp) {
            connection.instantShutdown();
        }
        try {
            Thread.sleep(backOff.next());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** We were put out of a room, or it does not know us any more. */
    private void onOwnPresence(Presence own) {
        if (rooms.remove(own) && !isClosed) {
            LOG.warn("XMPP client {} is no longer in {}: {}", config.id(), own.getFrom(), own.getType());
            somethingLost.release();
        }
    }

    /** Smack does not know the sender any more, so there is no answer. */
    private void onUnreadable(UnparseableStanza stanza) {
        iqs.counters().increment(XmppCounter.UNREADABLE);
        LOG.debug("XMPP client {} received a stanza that cannot be read", config.id(), stanza.getParsingException());
    }

    private void onLoss() {
        if (isUp && !isClosed) {
            iqs.counters().increment(XmppCounter.DISCONNECTS);
        }
        isUp = false;
        somethingLost.release();
    }

    /** Lets another session of this bridge get what is asked in the rooms; goes on until {@link #end}. */
    void stepBack() {
        isClosed = true;
        keeper.interrupt();
        if (isUp) {
            rooms.stepBack();
        }
    }

    /** Waits until the server has confirmed that, for some seconds at most. */
    void awaitStepBack() {
        long endNs = System.nanoTime() + GOODBYE_MS * 1_000_000L;
        while (joined() > 0 && System.nanoTime() - endNs < 0) {
            LockSupport.parkNanos(POLL_NS);
        }
    }

    /** Ends the session, without a word to the rooms. */
    void end() {
        if (isUp) {
            connection.end(GOODBYE_MS);
        } else {
            connection.abandon();
        }
    }

    /** Shows this in every room for the last time, and closes. */
    void close(XmlElement last) {
        if (isUp) {
            publish(last);
        }
        close();
    }

    /** Leaves the rooms and disconnects; waits for the server for some seconds at most. */
    @Override
    public void close() {
        isClosed = true;
        keeper.interrupt();
        if (isUp) {
            rooms.leave();
        }
        end();
    }

    /** Notices that the connection is gone, or another one than before. */
    private final class Losses implements ConnectionListener {
        @Override
        public void authenticated(XMPPConnection ours, boolean isResumed) {
            if (!isResumed) {
                rooms.clear();
                connection.beginAnew();
            }
            isUp = true;
            LOG.info(
                    "XMPP client {} is connected to {}:{}{}",
                    config.id(),
                    config.hostname(),
                    config.port(),
                    isResumed ? ", resuming its session" : "");
        }

        @Override
        public void connectionClosed() {
            onLoss();
        }

        @Override
        public void connectionClosedOnError(Exception e) {
            isReplaced = e instanceof XMPPException.StreamErrorException ended
                    && ended.getStreamError().getCondition() == StreamError.Condition.conflict;
            if (isReplaced && !isClosed) {
                LOG.error(
                        "XMPP client {} was replaced on the server: is there another bridge with the nickname {}?"
                                + " Reconnecting in {} s",
                        config.id(),
                        config.nickname(),
                        AFTER_REPLACEMENT.toSeconds());
            } else if (isUp) { // else it is an attempt that failed
                LOG.warn("XMPP client {} lost its connection: {}", config.id(), e.toString());
            }
            onLoss();
        }
    }

    /** Colibri2, answered later. Smack calls it for one request after another. */
    private final class Requests extends AbstractIqRequestHandler {
        Requests(IQ.Type type) {
            super(Colibri2Xml.MODIFY, Colibri2Xml.NAMESPACE, type, Mode.sync);
        }

        @Override
        public @Nullable IQ handleIQRequest(IQ request) {
            return iqs.onModify(request, connection::send);
        }
    }

    /** Answered at once. */
    private final class HealthChecks extends AbstractIqRequestHandler {
        HealthChecks() {
            super(BridgeIqs.HEALTH, BridgeIqs.HEALTH_NAMESPACE, IQ.Type.get, Mode.async);
        }

        @Override
        public IQ handleIQRequest(IQ request) {
            return iqs.onHealthCheck(request);
        }
    }
}
