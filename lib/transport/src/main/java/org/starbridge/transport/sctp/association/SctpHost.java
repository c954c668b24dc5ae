package org.starbridge.transport.sctp.association;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.starbridge.transport.sctp.SctpConfig;
import org.starbridge.transport.sctp.SctpCounts;
import org.starbridge.transport.sctp.SctpDropReason;
import org.starbridge.transport.sctp.packet.Packet;
import org.starbridge.transport.sctp.packet.PacketParser;
import org.starbridge.transport.sctp.receive.ReceiveBudget;

/**
 * Resources that the associations of one process share: limits, the key of their cookies, receive memory, and counts of
 * refusals. Thread safe.
 */
public final class SctpHost {
    private final SctpConfig config;
    private final Cookies cookies;
    private final ReceiveBudget budget;
    private final SctpCounts counts = new SctpCounts();

    /** @param secret at least 16 random bytes, new for each process */
    public SctpHost(SctpConfig config, byte[] secret) {
        this.config = config;
        cookies = new Cookies(secret, config.timers().cookieLifetime().toNanos());
        budget = new ReceiveBudget(config.buffers().totalReceiveBytes());
    }

    /** An association that waits for its peer; {@link SctpAssociation#connect} makes it the one that begins. */
    public SctpAssociation association(RandomGenerator random) {
        return new SctpAssociation(this, random);
    }

    /** Limits and timers. */
    public SctpConfig config() {
        return config;
    }

    /** Returns the counts of what was refused. */
    public SctpCounts counts() {
        return counts;
    }

    /** Receive memory in use beyond what each association has for itself. */
    public long receiveBytesHeld() {
        return budget.takenBytes();
    }

    /** The packet, if it is well-formed and for our ports; null, counted, if not. */
    @Nullable
    Packet read(byte[] bytes) {
        switch (PacketParser.read(bytes)) {
            case PacketParser.Refused(SctpDropReason reason) -> counts.add(reason);
            case Packet packet -> {
                if (packet.sourcePort() == config.remotePort() && packet.destinationPort() == config.localPort()) {
                    return packet;
                }
                counts.add(SctpDropReason.WRONG_PORT);
            }
        }
        return null;
    }

    Cookies cookies() {
        return cookies;
    }

    ReceiveBudget budget() {
        return budget;
    }
}
