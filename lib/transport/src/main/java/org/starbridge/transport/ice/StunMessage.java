package org.starbridge.transport.ice;

import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Binding message as far as ICE cares; not authenticated by itself, see {@link StunKey}.
 *
 * @param priority PRIORITY, or -1
 * @param claimedRole the role that ICE-CONTROLLING or ICE-CONTROLLED claims
 * @param tieBreaker its value, unsigned
 * @param mappedAddressOffset where the value of XOR-MAPPED-ADDRESS begins, or -1; it was checked
 * @param errorCode 300 to 699, or 0
 * @param integrityOffset where the MESSAGE-INTEGRITY attribute begins, or -1; whatever follows it was not read
 * @param unknownRequired types of attributes that must be understood and are not; the first few only
 */
record StunMessage(
        Kind kind,
        TransactionId id,
        @Nullable String username,
        long priority,
        boolean useCandidate,
        @Nullable IceRole claimedRole,
        long tieBreaker,
        int mappedAddressOffset,
        int errorCode,
        int integrityOffset,
        List<Integer> unknownRequired)
        implements StunReader.Reading {

    /** Returns whether this is the error of RFC 8445 section 7.2.5.1: both sides claim the same role. */
    boolean isRoleConflict() {
        return errorCode == Stun.ERROR_ROLE_CONFLICT;
    }

    /** Returns the XOR-MAPPED-ADDRESS in the datagram that this was read from; null without one. Few want to know. */
    @Nullable
    InetSocketAddress mappedAddress(byte[] datagram) {
        return mappedAddressOffset < 0 ? null : StunReader.mappedAddress(datagram, mappedAddressOffset);
    }

    enum Kind {
        REQUEST,
        INDICATION,
        SUCCESS,
        ERROR
    }
}
