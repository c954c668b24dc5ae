package org.starbridge.media.projection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.starbridge.media.layers.SourceLayers;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/**
 * A projection with what lies around it in the bridge: facts from bytes, the descriptor in the slot, a ledger of
 * indices.
 */
final class ProjectedStream implements AutoCloseable {
    final OutgoingNumbers numbers = new OutgoingNumbers();
    final LayerProjection projection = new LayerProjection(90_000, 3000, numbers);
    private final Slab slab = Slab.allocate(64);
    private final FrameFacts parsed = new FrameFacts();
    private SourceLayers layers = new SourceLayers(3);
    private final SourcePacket source = new SourcePacket();
    private final FrameFacts facts = source.facts();
    private final DescriptorRewriter descriptor = new DescriptorRewriter();
    private final Map<Long, Object> ledger = new HashMap<>();
    private byte[] lastDescriptor = {};
    long highestSent = -1;

    /** Whether the packet goes; then {@link #numbers} are its. It is not sent yet. */
    boolean project(Vp8Source.Packet packet, long nowNs) {
        Memory.copyIn(packet.bytes(), 0, slab.address(), packet.bytes().length);
        assertThat(parsed.parse(
                        VideoCodec.VP8, packet.encoding(), slab.address(), packet.bytes().length, packet.marker()))
                .isNull();
        layers.onPacket(parsed, packet.extSeq(), 100, nowNs);
        facts.unpack(parsed.packed(), parsed.firstCodecWord(), parsed.secondCodecWord());
        source.set(packet.extSeq(), packet.timestamp(), packet.marker(), nowNs, packet.extSeq());
        if (!projection.project(source, highestSent, facts.isNewest())) {
            return false;
        }
        descriptor.clear();
        int length = descriptor.write(
                VideoCodec.VP8, slab.address(), packet.bytes().length, slab.address() + 32, numbers.codecWord());
        lastDescriptor = Memory.copyOf(slab.address() + 32, length);
        return true;
    }

    /** Another source's packets come from now on. */
    void changeSource() {
        layers = new SourceLayers(3);
        projection.onSourceChange();
    }

    /** It is protected and sent: never two packets under one index. */
    void send(Vp8Source.Packet packet, String name) {
        long index = numbers.index();
        assertThat(index).as(name).isNotNegative();
        assertThat(ledger.put(index, packet))
                .as(name + ": two packets under index " + index)
                .isNull();
        if (highestSent >= 0) {
            assertThat(index - highestSent)
                    .as(name + ": the receiver would guess wrong")
                    .isLessThan(1 << 15);
        } else {
            assertThat(index).as(name).isLessThan(1 << 15);
        }
        highestSent = Math.max(highestSent, index);
    }

    /** Another source sends under the SSRC. */
    void sendOther(int packets) {
        for (int i = 0; i < packets; i++) {
            highestSent++;
            ledger.put(highestSent, "other");
        }
    }

    byte[] descriptor() {
        return lastDescriptor;
    }

    @Override
    public void close() {
        slab.close();
    }
}
