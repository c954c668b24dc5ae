package org.starbridge.transport.ice;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;

/** Writes Binding messages: those of ICE with MESSAGE-INTEGRITY, all with FINGERPRINT at the end. */
final class StunWriter {
    private static final int FINGERPRINT_BYTES = Stun.ATTRIBUTE_HEADER_BYTES + 4;

    private final byte[] bytes;
    private int length = Stun.HEADER_BYTES;

    /** @param attributeBytes of all attributes but FINGERPRINT, with headers and padding: the array is the message */
    private StunWriter(int type, TransactionId id, int attributeBytes) {
        bytes = new byte[Stun.HEADER_BYTES + attributeBytes + FINGERPRINT_BYTES];
        Stun.put16(bytes, 0, type);
        Stun.put32(bytes, 4, Stun.MAGIC_COOKIE);
        Stun.put32(bytes, 8, id.high());
        Stun.put64(bytes, 12, id.low());
    }

    /** A connectivity or consent check, RFC 8445 section 7.2.2. */
    static byte[] request(
            TransactionId id,
            String username,
            long priority,
            IceRole role,
            long tieBreaker,
            boolean useCandidate,
            StunKey key) {
        byte[] name = username.getBytes(StandardCharsets.ISO_8859_1);
        int attributeBytes = attributeBytes(name.length)
                + attributeBytes(8)
                + (useCandidate ? attributeBytes(0) : 0)
                + attributeBytes(4)
                + Stun.MESSAGE_INTEGRITY_BYTES;
        StunWriter writer = new StunWriter(Stun.BINDING_REQUEST, id, attributeBytes);
        writer.attribute(Stun.USERNAME, name);
        int roleValue = writer.attribute(role == IceRole.CONTROLLING ? Stun.ICE_CONTROLLING : Stun.ICE_CONTROLLED, 8);
        Stun.put64(writer.bytes, roleValue, tieBreaker);
        if (useCandidate) {
            writer.attribute(Stun.USE_CANDIDATE, 0);
        }
        Stun.put32(writer.bytes, writer.attribute(Stun.PRIORITY, 4), (int) priority);
        return writer.finish(key);
    }

    /** A success response that tells the peer how we see it. */
    static byte[] success(TransactionId id, InetSocketAddress mapped, StunKey key) {
        byte[] address = mapped.getAddress().getAddress();
        StunWriter writer = new StunWriter(
                Stun.BINDING_SUCCESS, id, attributeBytes(4 + address.length) + Stun.MESSAGE_INTEGRITY_BYTES);
        writer.xorMappedAddress(address, mapped.getPort());
        return writer.finish(key);
    }

    /** The error response to a request with attributes that must be understood and are not; at most 8 are named. */
    static byte[] unknownAttributes(StunMessage request, StunKey key) {
        return error(request.id(), Stun.ERROR_UNKNOWN_ATTRIBUTE, "", request.unknownRequired(), key);
    }

    /** The error response to a request that claims our role and has to give it up. */
    static byte[] roleConflict(StunMessage request, StunKey key) {
        return error(request.id(), Stun.ERROR_ROLE_CONFLICT, "", List.of(), key);
    }

    /** An error response; {@code unknown} holds at most 8 attribute types and makes UNKNOWN-ATTRIBUTES unless empty. */
    static byte[] error(TransactionId id, int code, String reason, List<Integer> unknown, StunKey key) {
        byte[] phrase = reason.getBytes(StandardCharsets.UTF_8);
        int attributeBytes = attributeBytes(4 + phrase.length)
                + (unknown.isEmpty() ? 0 : attributeBytes(2 * unknown.size()))
                + Stun.MESSAGE_INTEGRITY_BYTES;
        StunWriter writer = new StunWriter(Stun.BINDING_ERROR, id, attributeBytes);
        int value = writer.attribute(Stun.ERROR_CODE, 4 + phrase.length);
        writer.bytes[value + 2] = (byte) (code / 100);
        writer.bytes[value + 3] = (byte) (code % 100);
        System.arraycopy(phrase, 0, writer.bytes, value + 4, phrase.length);
        if (!unknown.isEmpty()) {
            int types = writer.attribute(Stun.UNKNOWN_ATTRIBUTES, 2 * unknown.size());
            for (int i = 0; i < unknown.size(); i++) {
                Stun.put16(writer.bytes, types + 2 * i, unknown.get(i));
            }
        }
        return writer.finish(key);
    }

    /** A request without credentials, to a STUN server. */
    static byte[] query(TransactionId id) {
        return new StunWriter(Stun.BINDING_REQUEST, id, 0).finish();
    }

    private static int attributeBytes(int valueBytes) {
        return Stun.ATTRIBUTE_HEADER_BYTES + Stun.padded(valueBytes);
    }

    private void xorMappedAddress(byte[] address, int port) {
        int value = attribute(Stun.XOR_MAPPED_ADDRESS, 4 + address.length);
        bytes[value + 1] = (byte) (address.length == 4 ? Stun.FAMILY_IPV4 : Stun.FAMILY_IPV6);
        Stun.put16(bytes, value + 2, port ^ (Stun.MAGIC_COOKIE >>> 16));
        for (int i = 0; i < address.length; i++) {
            bytes[value + 4 + i] = (byte) (address[i] ^ bytes[4 + i]);
        }
    }

    private void attribute(int type, byte[] content) {
        System.arraycopy(content, 0, bytes, attribute(type, content.length), content.length);
    }

    /** Appends an attribute of zero bytes and returns where its value begins. */
    private int attribute(int type, int lengthBytes) {
        int value = length + Stun.ATTRIBUTE_HEADER_BYTES;
        Stun.put16(bytes, length, type);
        Stun.put16(bytes, length + 2, lengthBytes);
        length = value + Stun.padded(lengthBytes);
        Stun.put16(bytes, 2, length - Stun.HEADER_BYTES);
        return value;
    }

    private byte[] finish(StunKey key) {
        byte[] hmac = key.sign(bytes, length);
        attribute(Stun.MESSAGE_INTEGRITY, hmac);
        return finish();
    }

    private byte[] finish() {
        int covered = length;
        int value = attribute(Stun.FINGERPRINT, 4);
        CRC32 crc = new CRC32();
        crc.update(bytes, 0, covered);
        Stun.put32(bytes, value, (int) crc.getValue() ^ Stun.FINGERPRINT_XOR);
        return bytes;
    }
}
