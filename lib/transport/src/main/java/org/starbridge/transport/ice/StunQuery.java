package org.starbridge.transport.ice;

import java.net.InetSocketAddress;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The question to a STUN server under which address it sees us: a Binding request without credentials, RFC 8489 section
 * 7. Immutable; one question may be sent again until an answer comes.
 */
public final class StunQuery {
    private final TransactionId id;

    private StunQuery(TransactionId id) {
        this.id = id;
    }

    /** With a transaction id of its own: who can not see it can not answer in the server's place. */
    public static StunQuery of(RandomGenerator random) {
        return new StunQuery(TransactionId.random(random));
    }

    /** The datagram to send. */
    public byte[] request() {
        return StunWriter.query(id);
    }

    /**
     * Returns what a datagram says about us: the server's answer to this question.
     *
     * @return null for anything else, an error or an answer to another question included
     */
    public @Nullable InetSocketAddress mappedAddress(byte[] datagram) {
        return StunReader.read(datagram) instanceof StunMessage message
                        && message.kind() == StunMessage.Kind.SUCCESS
                        && message.id().equals(id)
                ? message.mappedAddress(datagram)
                : null;
    }
}
