package org.starbridge.benchmarks.exports;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.export.AudioFormat;
import org.starbridge.control.export.ExportedAudio;
import org.starbridge.control.export.ExportedConference;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.media.api.MediaEndpoint;
import org.starbridge.media.api.RemoteTransport;
import org.starbridge.media.api.TapQueue;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.AudioLevel;
import org.starbridge.rtp.packet.ExtensionForm;
import org.starbridge.rtp.packet.RtpHeaderWriter;
import org.starbridge.transport.ice.IceCredentials;

/** A conference of speakers whose packets are written into taps by one thread, which stands for the media workers. */
final class Conference implements ExportedConference {
    private static final int OPUS = 111;
    private static final int LEVEL_ID = 1;
    private static final AudioFormat FORMAT = new AudioFormat("opus", 48_000, 2, Map.of("useinbandfec", "1"));

    private final String id;
    private final List<Speaker> speakers = new ArrayList<>();
    private final ExportedAudio audio;

    Conference(int number, int size, int payloadBytes) {
        id = "conference-" + number;
        List<ExportedAudio.Transport> transports = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Speaker speaker = new Speaker(number * size + i + 1, payloadBytes);
            speakers.add(speaker);
            String endpoint = "%08x".formatted(speaker.key());
            transports.add(new ExportedAudio.Transport(
                    speaker,
                    Map.of(OPUS, FORMAT),
                    LEVEL_ID,
                    Map.of(speaker.key(), new ExportedAudio.Source(endpoint + "-a0", endpoint, false))));
        }
        audio = new ExportedAudio(1, transports);
    }

    List<Speaker> speakers() {
        return speakers;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public ExportedAudio audio() {
        return audio;
    }

    @Override
    public void onResult(ObjectNode result) {}

    @Override
    public boolean onTalk(long connection, String sourceName, boolean isSending, long timestamp) {
        return false;
    }

    @Override
    public boolean onAudio(long connection, String sourceName, long chunk, long timestamp, byte[] payload) {
        return false;
    }

    /** A speaker; {@link #speak} is the worker's. */
    static final class Speaker implements MediaEndpoint {
        private final int key;
        private final int payloadBytes;
        private final Slab packet = Slab.allocate(2048);
        private final RtpHeaderWriter writer = new RtpHeaderWriter();
        private final AtomicReference<@Nullable TapQueue> tap = new AtomicReference<>();
        private final byte[] payload;
        private long extSeq = 100;

        Speaker(int key, int payloadBytes) {
            this.key = key;
            this.payloadBytes = payloadBytes;
            payload = new byte[payloadBytes];
            for (int i = 0; i < payloadBytes; i++) {
                payload[i] = (byte) (i * 31 + key);
            }
        }

        /** Writes a packet, if it is tapped. */
        boolean speak(long nowNs) {
            TapQueue queue = tap.get();
            if (queue == null) {
                return false;
            }
            long at = packet.address();
            writer.fixed(at, 200, false, OPUS, extSeq, (int) (extSeq * 960), key);
            writer.begin(ExtensionForm.ONE_BYTE);
            writer.appendU8(LEVEL_ID, AudioLevel.value(true, 30));
            int head = writer.end();
            ByteBuffer.wrap(payload).putLong(nowNs);
            Memory.copyIn(payload, 0, at + head, payloadBytes);
            queue.writePacket(key, key, extSeq++, nowNs, at, head + payloadBytes);
            return true;
        }

        @Override
        public int key() {
            return key;
        }

        @Override
        public boolean tap(TapQueue queue) {
            tap.set(queue);
            return true;
        }

        @Override
        public boolean untap(TapQueue queue) {
            tap.set(null);
            queue.detach();
            return true;
        }

        @Override
        public void remoteTransport(RemoteTransport remote) {}

        @Override
        public void restartIce(int generation, IceCredentials local) {}

        @Override
        public void expire() {}

        @Override
        public EndpointStats stats() {
            throw new UnsupportedOperationException("there are none");
        }
    }
}
