package org.starbridge.transport.sctp.association;

import org.jspecify.annotations.Nullable;
import org.starbridge.transport.sctp.SctpConfig;
import org.starbridge.transport.sctp.SctpSink;
import org.starbridge.transport.sctp.packet.Chunk;
import org.starbridge.transport.sctp.packet.ChunkWriter;
import org.starbridge.transport.sctp.packet.PacketAssembler;
import org.starbridge.transport.sctp.send.RoundTrip;

/** Our own way into an association: INIT, then the peer's cookie, each again until it is answered (T1). */
final class Initiation {
    final int localTag;
    final int initialTsn;
    final RoundTrip roundTrip;
    private byte[] chunk;
    private int verificationTag;
    private long timeoutAtNs;
    private int sends;
    /** Content of INIT ACK; with it the association can be made when COOKIE ACK comes. */
    private Chunk.@Nullable Init answer;

    Initiation(SctpConfig config, int localTag, int initialTsn) {
        this.localTag = localTag;
        this.initialTsn = initialTsn;
        roundTrip = new RoundTrip(config);
        chunk = ChunkWriter.init(
                localTag, config.buffers().receiveBytes(), config.streams(), initialTsn, null, new byte[0]);
    }

    /** The peer took part: its cookie goes back to it. */
    void onInitAck(Chunk.Init answer, byte[] cookie) {
        this.answer = answer;
        verificationTag = answer.tag();
        chunk = ChunkWriter.withValue(Chunk.COOKIE_ECHO, cookie);
        sends = 0;
    }

    Chunk.@Nullable Init answer() {
        return answer;
    }

    void send(long nowNs, SctpConfig config, SctpSink sink) {
        if (sends > 0) {
            roundTrip.backOff();
        }
        sends++;
        timeoutAtNs = nowNs + roundTrip.timeoutNs();
        PacketAssembler.sendAlone(config, verificationTag, chunk, sink);
    }

    int sends() {
        return sends;
    }

    long timeoutAtNs() {
        return timeoutAtNs;
    }
}
