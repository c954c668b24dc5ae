package org.starbridge.transport.ice;

/** Reason why an {@link IceAgent} had no use for something; each is counted. */
public enum IceDrop {
    NOT_STUN("The datagram is not a STUN message with the magic cookie."),
    MALFORMED("The STUN message has inconsistent lengths or values."),
    BAD_FINGERPRINT("The FINGERPRINT does not match the message."),
    NOT_BINDING("A STUN method other than Binding."),
    INDICATION("A Binding indication: a keep-alive that needs no answer."),
    UNSIGNED("The message has no MESSAGE-INTEGRITY."),
    WRONG_USERNAME("USERNAME is missing or does not begin with the local username fragment."),
    WRONG_SIGNATURE("MESSAGE-INTEGRITY does not match the password."),
    RATE_LIMITED("The peer exceeded its rate limit of Binding requests."),
    UNKNOWN_ATTRIBUTE("An unknown comprehension-required attribute; a request was answered with 420."),
    ROLE_CONFLICT("Role conflict: both sides claim the same role and the peer has to switch; answered with 487."),
    UNKNOWN_TRANSACTION("A response that matches no pending check, or a duplicate response."),
    WRONG_SOURCE("A response from another address than the check was sent to."),
    ERROR_RESPONSE("The peer answered a check with an error other than a role conflict."),
    NO_PRIORITY("A request from an unknown address without PRIORITY: answered, but no candidate is learned from it."),
    UNUSABLE_CANDIDATE("A candidate with an unsupported component, protocol, generation or address type."),
    TABLE_FULL("A candidate or pair that exceeds the table's limit."),
    PAIR_EVICTED("A pair that was replaced by a better or newer one."),
    CHECK_FORGOTTEN("A pending check that was cancelled because too many were outstanding."),
    CREDENTIALS_FIXED("New remote credentials after a pair was validated; an ICE restart needs a new agent."),
    CLOSED("The agent is closed.");

    private final String sentence;

    IceDrop(String sentence) {
        this.sentence = sentence;
    }

    /** Returns what happened, for people. */
    public String sentence() {
        return sentence;
    }
}
