package org.starbridge.transport.sctp;

import java.util.List;

/** A packet that is well-formed from end to end. */
record Packet(int sourcePort, int destinationPort, int tag, List<Chunk> chunks) implements PacketParser.Reading {}
