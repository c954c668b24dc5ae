package org.starbridge.bridge.xmpp;

import java.io.IOException;
import java.util.Optional;
import org.jivesoftware.smack.SmackException;
import org.jivesoftware.smack.XMPPException;
import org.jivesoftware.smack.sasl.SASLErrorException;
import org.jivesoftware.smack.tcp.XMPPTCPConnection;
import org.jxmpp.jid.parts.Resourcepart;
import org.jxmpp.stringprep.XmppStringprepException;

/** Tries an account without joining rooms. */
public final class XmppAccount {
    /** Not the bridge's own, whose session would end. */
    private static final Resourcepart RESOURCE = Resourcepart.fromOrThrowUnchecked("doctor");

    /** A busy server or machine needs seconds for a TLS handshake. */
    private static final long REPLY_TIMEOUT_MS = 20_000;

    private XmppAccount() {}

    /** Logs in and out; what went wrong, a sentence without a full stop. Blocks for 20 s a step at most. */
    public static Optional<String> problem(MucClientConfig config) throws InterruptedException {
        SmackSetUp.prepare();
        String server = config.hostname() + ":" + config.port();
        XMPPTCPConnection connection;
        try {
            connection = new XMPPTCPConnection(MucClient.configuration(config));
        } catch (XmppStringprepException e) {
            return Optional.of("the domain " + config.domain() + " is not a valid XMPP domain: " + e.getMessage());
        }
        connection.setReplyTimeout(REPLY_TIMEOUT_MS);
        try {
            connection.connect();
        } catch (SmackException | IOException | XMPPException e) {
            return Optional.of("no XMPP server answers at " + server + ": " + e.getMessage());
        }
        try {
            connection.login(config.username(), config.password(), RESOURCE);
            return Optional.empty();
        } catch (SASLErrorException e) {
            return Optional.of(server + " does not accept " + config.username() + " with the configured password ("
                    + e.getSASLFailure().getSASLErrorString() + ")");
        } catch (SmackException | IOException | XMPPException e) {
            return Optional.of(server + " refused the login of " + config.username() + ": " + e.getMessage());
        } finally {
            connection.disconnect();
        }
    }
}
