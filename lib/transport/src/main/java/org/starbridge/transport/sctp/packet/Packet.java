package org.starbridge.transport.sctp.packet;

import java.util.List;

/** A packet that is well-formed from end to end. */
public record Packet(int sourcePort, int destinationPort, int tag, List<Chunk> chunks) implements PacketParser.Reading {
    /**
     * Returns whether it is what INIT must come in: a packet without tag and with no other chunk (RFC 9260 section
     * 3.3.2).
     */
    public boolean isInitAlone() {
        return tag == 0 && chunks.size() == 1;
    }
}
