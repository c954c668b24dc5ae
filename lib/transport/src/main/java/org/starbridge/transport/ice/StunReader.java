package org.starbridge.transport.ice;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Reads Binding messages. Of an attribute that comes twice the first counts, and after MESSAGE-INTEGRITY only
 * FINGERPRINT does (RFC 8489 sections 14 and 14.5). Never throws, whatever the bytes are.
 */
final class StunReader {
    /** Result of reading the bytes. */
    sealed interface Reading permits StunMessage, Refused {}

    /** No message. */
    record Refused(IceDrop reason) implements Reading {}

    /** As many unknown types as an error response reports; a request cannot make it larger than itself. */
    private static final int UNKNOWN_LIMIT = 8;

    private final byte[] bytes;
    private @Nullable String username;
    private long priority = -1;
    private boolean useCandidate;
    private @Nullable IceRole claimedRole;
    private long tieBreaker;
    private int mappedAddressOffset = -1;
    private int errorCode;
    private int integrityOffset = -1;
    private List<Integer> unknownRequired = List.of();

    private StunReader(byte[] bytes) {
        this.bytes = bytes;
    }

    static Reading read(byte[] datagram) {
        if (datagram.length < Stun.HEADER_BYTES
                || (datagram[0] & 0xC0) != 0
                || Stun.i32(datagram, 4) != Stun.MAGIC_COOKIE) {
            return new Refused(IceDrop.NOT_STUN);
        }
        int lengthBytes = Stun.u16(datagram, 2);
        if (lengthBytes % 4 != 0 || lengthBytes != datagram.length - Stun.HEADER_BYTES) {
            return new Refused(IceDrop.MALFORMED);
        }
        StunMessage.Kind kind = kind(Stun.u16(datagram, 0));
        if (kind == null) {
            return new Refused(IceDrop.NOT_BINDING);
        }
        StunReader reader = new StunReader(datagram);
        IceDrop fault = reader.readAttributes();
        return fault != null ? new Refused(fault) : reader.message(kind);
    }

    private static StunMessage.@Nullable Kind kind(int type) {
        return switch (type) {
            case Stun.BINDING_REQUEST -> StunMessage.Kind.REQUEST;
            case Stun.BINDING_INDICATION -> StunMessage.Kind.INDICATION;
            case Stun.BINDING_SUCCESS -> StunMessage.Kind.SUCCESS;
            case Stun.BINDING_ERROR -> StunMessage.Kind.ERROR;
            default -> null;
        };
    }

    private StunMessage message(StunMessage.Kind kind) {
        return new StunMessage(
                kind,
                TransactionId.of(bytes),
                username,
                priority,
                useCandidate,
                claimedRole,
                tieBreaker,
                mappedAddressOffset,
                errorCode,
                integrityOffset,
                unknownRequired);
    }

    private @Nullable IceDrop readAttributes() {
        int offset = Stun.HEADER_BYTES;
        while (offset < bytes.length) {
            // The total is a multiple of 4 and so is the offset: an attribute's header is always there.
            int type = Stun.u16(bytes, offset);
            int lengthBytes = Stun.u16(bytes, offset + 2);
            int value = offset + Stun.ATTRIBUTE_HEADER_BYTES;
            if (Stun.padded(lengthBytes) > bytes.length - value) {
                return IceDrop.MALFORMED;
            }
            if (type == Stun.FINGERPRINT) {
                return checkFingerprint(offset, lengthBytes);
            }
            if (integrityOffset < 0 && !readAttribute(type, offset, lengthBytes)) {
                return IceDrop.MALFORMED;
            }
            offset = value + Stun.padded(lengthBytes);
        }
        return null;
    }

    private @Nullable IceDrop checkFingerprint(int offset, int lengthBytes) {
        if (lengthBytes != 4 || offset + 8 != bytes.length) {
            return IceDrop.MALFORMED;
        }
        CRC32 crc = new CRC32();
        crc.update(bytes, 0, offset);
        int expected = (int) crc.getValue() ^ Stun.FINGERPRINT_XOR;
        return Stun.i32(bytes, offset + 4) == expected ? null : IceDrop.BAD_FINGERPRINT;
    }

    /** False when the attribute's value is impossible. */
    private boolean readAttribute(int type, int offset, int lengthBytes) {
        int value = offset + Stun.ATTRIBUTE_HEADER_BYTES;
        return switch (type) {
            case Stun.USERNAME -> {
                if (username == null && lengthBytes <= Stun.USERNAME_LIMIT_BYTES) {
                    username = new String(bytes, value, lengthBytes, StandardCharsets.ISO_8859_1);
                }
                yield lengthBytes <= Stun.USERNAME_LIMIT_BYTES;
            }
            case Stun.MESSAGE_INTEGRITY -> {
                integrityOffset = offset;
                yield lengthBytes == Stun.HMAC_SHA1_BYTES;
            }
            case Stun.PRIORITY -> {
                if (lengthBytes == 4 && priority < 0) {
                    priority = Stun.i32(bytes, value) & 0xFFFF_FFFFL;
                }
                yield lengthBytes == 4;
            }
            case Stun.USE_CANDIDATE -> {
                useCandidate = true;
                yield lengthBytes == 0;
            }
            case Stun.ICE_CONTROLLING -> readRole(IceRole.CONTROLLING, value, lengthBytes);
            case Stun.ICE_CONTROLLED -> readRole(IceRole.CONTROLLED, value, lengthBytes);
            case Stun.XOR_MAPPED_ADDRESS -> readMappedAddress(value, lengthBytes);
            case Stun.ERROR_CODE -> readErrorCode(value, lengthBytes);
            case Stun.MAPPED_ADDRESS, Stun.UNKNOWN_ATTRIBUTES, Stun.REALM, Stun.NONCE -> true;
            default -> {
                if (type < Stun.FIRST_OPTIONAL) {
                    noteUnknown(type);
                }
                yield true;
            }
        };
    }

    private void noteUnknown(int type) {
        if (unknownRequired.isEmpty()) {
            unknownRequired = new ArrayList<>(UNKNOWN_LIMIT);
        }
        if (unknownRequired.size() < UNKNOWN_LIMIT && !unknownRequired.contains(type)) {
            unknownRequired.add(type);
        }
    }

    private boolean readRole(IceRole role, int value, int lengthBytes) {
        if (lengthBytes != 8 || claimedRole == role.opposite()) {
            return false;
        }
        if (claimedRole == null) {
            claimedRole = role;
            tieBreaker = Stun.i64(bytes, value);
        }
        return true;
    }

    private boolean readErrorCode(int value, int lengthBytes) {
        if (lengthBytes < 4) {
            return false;
        }
        int code = (bytes[value + 2] & 7) * 100 + (bytes[value + 3] & 0xFF);
        errorCode = code;
        return code >= 300 && code <= 699;
    }

    /** Family, port xor the cookie's upper half, address xor cookie and transaction id: RFC 8489 section 14.2. */
    private boolean readMappedAddress(int value, int lengthBytes) {
        int addressBytes = lengthBytes - 4;
        if (addressBytes != 4 && addressBytes != 16) {
            return false;
        }
        if ((bytes[value + 1] & 0xFF) != (addressBytes == 4 ? Stun.FAMILY_IPV4 : Stun.FAMILY_IPV6)) {
            return false;
        }
        if (mappedAddressOffset < 0) {
            mappedAddressOffset = value;
        }
        return true;
    }

    /** Returns the address in the XOR-MAPPED-ADDRESS whose value begins there. */
    static InetSocketAddress mappedAddress(byte[] message, int value) {
        byte[] address = new byte[Stun.u16(message, value - 2) - 4];
        for (int i = 0; i < address.length; i++) {
            address[i] = (byte) (message[value + 4 + i] ^ message[4 + i]);
        }
        int port = Stun.u16(message, value + 2) ^ (Stun.MAGIC_COOKIE >>> 16);
        return new InetSocketAddress(literal(address), port);
    }

    private static InetAddress literal(byte[] address) {
        try {
            return InetAddress.getByAddress(address);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("4 and 16 bytes are always an address", e);
        }
    }
}
