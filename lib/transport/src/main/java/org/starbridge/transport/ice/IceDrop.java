package org.starbridge.transport.ice;

/** Why an {@link IceAgent} had no use for something; each is counted. */
public enum IceDrop {
    NOT_STUN("The datagram is not a STUN message with the magic cookie."),
    MALFORMED("Lengths or values inside a STUN message contradict each other."),
    BAD_FINGERPRINT("The FINGERPRINT does not match the message."),
    NOT_BINDING("A STUN method other than Binding."),
    INDICATION("A Binding indication: a keep-alive that needs no answer."),
    UNSIGNED("The message has no MESSAGE-INTEGRITY."),
    WRONG_USERNAME("USERNAME is absent or does not begin with our username fragment."),
    WRONG_SIGNATURE("MESSAGE-INTEGRITY does not match the password."),
    RATE_LIMITED("More Binding requests than the peer is granted."),
    UNKNOWN_ATTRIBUTE("An attribute that must be understood is not; a request was answered with 420."),
    ROLE_CONFLICT("Both sides claim one role and the peer has to change; answered with 487."),
    UNKNOWN_TRANSACTION("A response to no check of ours, or a second one."),
    WRONG_SOURCE("A response that did not come back from where the check was sent to."),
    ERROR_RESPONSE("The peer answered a check with an error other than a role conflict."),
    NO_PRIORITY("A request from an unknown address without PRIORITY: answered, but no candidate is learned from it."),
    UNUSABLE_CANDIDATE("A candidate of another component, protocol, generation or address kind."),
    TABLE_FULL("A candidate or pair beyond the table's limit."),
    PAIR_EVICTED("A pair that made room for a better or newer one."),
    CHECK_FORGOTTEN("A check of ours that was given up early, because too many were outstanding."),
    CREDENTIALS_FIXED("New remote credentials after a pair was validated: a restart takes a new agent."),
    CLOSED("The agent is closed.");

    private final String sentence;

    IceDrop(String sentence) {
        this.sentence = sentence;
    }

    /** What happened, for people. */
    public String sentence() {
        return sentence;
    }
}
