package org.starbridge.bridge.doctor;

import java.util.List;
import org.starbridge.bridge.xmpp.MucClientConfig;
import org.starbridge.bridge.xmpp.XmppAccount;
import org.starbridge.bridge.xmpp.XmppConfig;

/** Whether the XMPP servers are there and let the bridge in. */
final class XmppExaminations {
    private final XmppConfig config;

    XmppExaminations(XmppConfig config) {
        this.config = config;
    }

    List<Examination> all() {
        return config.clients().keySet().stream()
                .map(id -> new Examination("XMPP account " + id, () -> look(id)))
                .toList();
    }

    private Finding look(String id) throws InterruptedException {
        try {
            MucClientConfig account = MucClientConfig.of(id, config.clients().get(id));
            return XmppAccount.problem(account)
                    .map(problem -> Finding.error(
                            problem,
                            "check hostname, port, domain, username and password below "
                                    + "videobridge.apis.xmpp-client.configs." + id))
                    .orElseGet(() -> Finding.ok("logged in as " + account.username() + "@" + account.domain() + " on "
                            + account.hostname() + ":" + account.port()));
        } catch (IllegalArgumentException e) {
            return Finding.error(String.valueOf(e.getMessage()), "correct the configuration");
        }
    }
}
