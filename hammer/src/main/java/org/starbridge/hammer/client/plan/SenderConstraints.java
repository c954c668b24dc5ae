package org.starbridge.hammer.client.plan;

/** Behaviour of senders when the bridge says how much of their video receivers want (SenderSourceConstraints). */
public enum SenderConstraints {
    /** As browsers do, they send the encodings that a receiver wants, and only these. */
    OBEYED,
    /** They always send all. */
    IGNORED
}
