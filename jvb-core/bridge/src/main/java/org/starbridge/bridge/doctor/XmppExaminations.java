package org.starbridge.bridge.doctor;

import java.util.List;
import java.util.Map;
import org.starbridge.bridge.xmpp.MucClientConfig;
import org.starbridge.bridge.xmpp.XmppAccount;
import org.starbridge.bridge.xmpp.XmppConfig;

/** Examination of whether the XMPP servers are there and let the bridge in. */
final class XmppExaminations {
    private final XmppConfig config;

    XmppExaminations(XmppConfig config) {
        this.config = config;
    }

    List<Examination> all() {
        return config.clients().entrySet().stream()
                .map(client -> new Examination(
                        "XMPP account " + client.getKey(), () -> look(client.getKey(), client.getValue())))
                .toList();
    }

    private static Finding look(String id, Map<String, String> properties) throws InterruptedException {
        try {
            MucClientConfig account = MucClientConfig.of(id, properties);
            return XmppAccount.problem(account)
                    .map(problem -> Finding.error(
                            problem,
                            "check hostname, port, domain, username and password in "
                                    + "videobridge.apis.xmpp-client.configs." + id))
                    .orElseGet(() -> Finding.ok("logged in as " + account.username() + "@" + account.domain() + " on "
                            + account.hostname() + ":" + account.port()));
        } catch (IllegalArgumentException e) {
            return Finding.error(String.valueOf(e.getMessage()), "correct the configuration");
        }
    }
}
