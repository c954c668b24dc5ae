package org.starbridge.transport.ice;

import java.net.InetSocketAddress;

/**
 * A transport address that may be reachable, RFC 8445 section 5.1. An address that is not resolved, or a priority out
 * of range, is refused with an exception.
 *
 * @param foundation groups candidates that behave alike
 * @param component 1 for RTP with RTCP multiplexed
 * @param protocol {@code udp}; others are kept in the record but never paired
 * @param priority 0 to 2^32 - 1
 * @param address a literal address: mDNS names are the control surface's to ignore
 * @param id the signalling's name for it, unique in one description
 * @param generation counts ICE restarts from 0
 */
public record IceCandidate(
        String foundation,
        int component,
        String protocol,
        long priority,
        InetSocketAddress address,
        Type type,
        String id,
        int generation) {

    /** The one component there is: RTP and RTCP share it. */
    public static final int RTP_COMPONENT = 1;

    /** Candidate types with the recommended type preferences of RFC 8445 section 5.1.2.2. */
    public enum Type {
        HOST(126),
        SRFLX(100),
        PRFLX(110),
        RELAY(0);

        private final int preference;

        Type(int preference) {
            this.preference = preference;
        }

        /** 0 to 126. */
        public int preference() {
            return preference;
        }
    }

    public IceCandidate {
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("candidate address " + address + ": expected a literal address");
        }
        if (priority < 0 || priority > 0xFFFF_FFFFL) {
            throw new IllegalArgumentException("candidate priority " + priority + ": expected 0 to 4294967295");
        }
    }

    /**
     * RFC 8445 section 5.1.2.1.
     *
     * @param localPreference 0 to 65535, higher is better
     * @param component 1 to 256
     */
    public static long priority(Type type, int localPreference, int component) {
        return ((long) type.preference() << 24) + ((long) localPreference << 8) + (256 - component);
    }

    /** A host candidate of generation 0; the address family decides the foundation's prefix. */
    public static IceCandidate host(InetSocketAddress address, int localPreference) {
        return new IceCandidate(
                "h" + Integer.toHexString(address.getAddress().hashCode()),
                RTP_COMPONENT,
                "udp",
                priority(Type.HOST, localPreference, RTP_COMPONENT),
                address,
                Type.HOST,
                "host-" + Integer.toHexString(address.hashCode()),
                0);
    }

    /** Returns whether an agent of that generation can send checks there. */
    boolean isUsable(int agentGeneration) {
        return component == RTP_COMPONENT
                && isUdp()
                && generation == agentGeneration
                && address.getPort() != 0
                && !address.getAddress().isAnyLocalAddress()
                && !address.getAddress().isMulticastAddress();
    }

    boolean isUdp() {
        return protocol.equalsIgnoreCase("udp");
    }
}
