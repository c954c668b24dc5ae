package org.starbridge.transport.sctp.packet;

import java.util.List;

/** A packet that is well-formed from end to end. */
public record Packet(int sourcePort, int destinationPort, int tag, List<Chunk> chunks)
        implements PacketParser.Reading {}
