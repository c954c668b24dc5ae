package org.starbridge.hammer.client.plan;

/** What senders do when the bridge says how much of their video anybody wants (SenderSourceConstraints). */
public enum SenderConstraints {
    /** As browsers do, they send the encodings that somebody wants, and only these. */
    OBEYED,
    /** They always send all. */
    IGNORED
}
