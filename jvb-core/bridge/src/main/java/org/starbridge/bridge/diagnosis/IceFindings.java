package org.starbridge.bridge.diagnosis;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.starbridge.media.api.ConnectionReport;
import org.starbridge.transport.ice.IceDrop;
import org.starbridge.transport.ice.IceState;

/** Findings about the way to an endpoint. Its addresses are described, not named: they are personal data. */
final class IceFindings {
    private static final Finding.Stage ICE = Finding.Stage.ICE;

    private final ConnectionReport.Ice ice;
    private final boolean isNew;

    /** @param isNew whether the endpoint has had no time to connect yet */
    IceFindings(ConnectionReport.Ice ice, boolean isNew) {
        this.ice = ice;
        this.isNew = isNew;
    }

    void addTo(List<Finding> findings) {
        long wrongSignatures = dropped(IceDrop.WRONG_SIGNATURE) + dropped(IceDrop.WRONG_USERNAME);
        if (wrongSignatures > 0) {
            String text =
                    wrongSignatures + " STUN requests arrived with wrong credentials (user fragment or password).";
            String advice = "The client uses credentials of an earlier session or of another bridge: signalling and"
                    + " client are out of sync, for example after an ICE restart that only one of them has seen.";
            findings.add(
                    ice.requestsAnswered() == 0 ? Finding.problem(ICE, text, advice) : Finding.note(ICE, text, advice));
        }
        findings.add(way(wrongSignatures > 0 ? "usable STUN message" : "STUN message"));
        for (Map.Entry<IceDrop, Long> entry : ice.dropped().entrySet().stream()
                .filter(each -> isWorthNaming(each.getKey()))
                .sorted(Map.Entry.comparingByKey())
                .toList()) {
            findings.add(Finding.note(
                    ICE, entry.getValue() + " times: " + entry.getKey().sentence(), advice(entry.getKey())));
        }
        ice.pairs().forEach(pair -> findings.add(pair(pair)));
        if (ice.pairs().isEmpty() && ice.knowsCredentials()) {
            findings.add(Finding.note(
                    ICE,
                    "No usable candidate of the endpoint is known.",
                    "Candidates with host names (mDNS) are not used; then the endpoint's own checks have to arrive."));
        }
    }

    /** @param awaited what did not come, if nothing did */
    private Finding way(String awaited) {
        if (ice.state() == IceState.CONNECTED) {
            return Finding.good(ICE, "ICE is connected, and the endpoint answers.");
        }
        if (ice.wasSelected()) {
            return Finding.note(ICE, "ICE was connected; its state is now " + lower(ice.state()) + ".", "");
        }
        boolean hasHeard = ice.requestsAnswered() > 0;
        if (isNew && ice.state() != IceState.FAILED) {
            return Finding.pending(
                    ICE,
                    hasHeard
                            ? "ICE is in progress: the endpoint's checks arrive."
                            : "ICE is in progress: nothing has arrived yet.");
        }
        if (hasHeard && ice.checksSent() == 0) {
            return Finding.problem(
                    ICE,
                    "The endpoint's checks arrive and are answered, but the bridge cannot check: it has no credentials.",
                    "Signalling did not supply the client's answer.");
        }
        if (hasHeard && ice.checksAnswered() == 0) {
            return Finding.problem(
                    ICE,
                    ice.requestsAnswered()
                            + " checks of the endpoint arrived and were answered, but none of the bridge's "
                            + ice.checksSent() + " checks was answered.",
                    "The bridge's packets do not arrive: a firewall on its side blocks outgoing UDP, or sends it from"
                            + " another address than the one the endpoint contacted.");
        }
        if (hasHeard) {
            return Finding.problem(
                    ICE,
                    "Checks pass in both directions, but the endpoint nominated no pair.",
                    "The client gave up, or disagrees about the ICE roles: check its log.");
        }
        return Finding.problem(
                ICE,
                "No " + awaited + " arrived from the endpoint"
                        + (ice.checksSent() == 0
                                ? "."
                                : ", and none of the bridge's " + ice.checksSent() + " checks was answered."),
                "The client cannot reach the bridge's media port by UDP: its network blocks UDP, a firewall blocks the"
                        + " port here, or the bridge offers addresses that clients cannot reach"
                        + " (ice4j.harvest.mapping). scripts/starbridge doctor checks the port. Where UDP is blocked, a"
                        + " TURN server helps.");
    }

    private long dropped(IceDrop reason) {
        return ice.dropped().getOrDefault(reason, 0L);
    }

    private static boolean isWorthNaming(IceDrop reason) {
        return switch (reason) {
            case UNSIGNED, RATE_LIMITED, UNUSABLE_CANDIDATE, TABLE_FULL, ERROR_RESPONSE, UNKNOWN_ATTRIBUTE -> true;
            case WRONG_SOURCE, ROLE_CONFLICT, CREDENTIALS_FIXED -> true;
            case WRONG_SIGNATURE, WRONG_USERNAME -> false; // said already
            case NOT_STUN, MALFORMED, BAD_FINGERPRINT, NOT_BINDING, INDICATION, UNKNOWN_TRANSACTION -> false;
            case NO_PRIORITY, PAIR_EVICTED, CHECK_FORGOTTEN, CLOSED -> false;
        };
    }

    private static String advice(IceDrop reason) {
        return switch (reason) {
            case UNUSABLE_CANDIDATE -> "TCP candidates and candidates of other ICE generations are not used.";
            case WRONG_SOURCE -> "A NAT on the path rewrites the source address of responses.";
            case CREDENTIALS_FIXED -> "New credentials need an ICE restart.";
            default -> "";
        };
    }

    private static Finding pair(ConnectionReport.Pair pair) {
        String text = "Pair " + local(pair.local()) + " to " + remote(pair) + ": " + pair.checks() + " checks sent, "
                + (pair.isAnswered() ? "answered" : "not answered") + "; "
                + (pair.isHeard() ? "packets of the endpoint arrived from there" : "nothing arrived from there")
                + (pair.isSelected() ? "; this pair is selected for media." : ".");
        return new Finding(ICE, pair.isAnswered() ? Finding.Level.GOOD : Finding.Level.NOTE, text, "");
    }

    private static String local(InetSocketAddress address) {
        InetAddress ip = address.getAddress();
        return (ip instanceof Inet6Address ? "[" + ip.getHostAddress() + "]" : ip.getHostAddress()) + ":"
                + address.getPort();
    }

    /** Kind and family of the address, without the address. */
    private static String remote(ConnectionReport.Pair pair) {
        InetAddress ip = pair.remote().getAddress();
        String reach = ip.isLoopbackAddress()
                ? "loopback"
                : ip.isLinkLocalAddress() ? "link-local" : ip.isSiteLocalAddress() ? "private" : "public";
        return "a " + reach + (ip instanceof Inet6Address ? " IPv6" : " IPv4") + " address of type "
                + lower(pair.remoteType()) + ", port " + pair.remote().getPort();
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
