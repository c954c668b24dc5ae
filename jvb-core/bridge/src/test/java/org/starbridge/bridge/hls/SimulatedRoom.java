package org.starbridge.bridge.hls;

import java.lang.reflect.Proxy;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.tap.ObservedMediaPlane;
import org.starbridge.media.api.ApplicationData;
import org.starbridge.media.api.EndpointListener;
import org.starbridge.media.api.EndpointSpec;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaEndpoint;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.api.MediaPlane;
import org.starbridge.media.api.RemoteTransport;
import org.starbridge.media.api.TapQueue;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.ice.IceRole;

/** Senders of a conference whose taps get Opus and H.264 or VP8, in virtual time. Sources are named as Jitsi does. */
final class SimulatedRoom implements AutoCloseable {
    static final String ID = "conference";
    private static final long MS = 1_000_000;
    private static final int OPUS = 111;
    private static final int H264 = 102;
    private static final int VP8 = 100;
    private static final Map<Integer, PayloadType> TYPES = Map.of(
            OPUS, new PayloadType(OPUS, MediaKind.AUDIO, "opus", 48_000, false, false),
            H264, new PayloadType(H264, MediaKind.VIDEO, "h264", 90_000, true, false),
            VP8, new PayloadType(VP8, MediaKind.VIDEO, "vp8", 90_000, true, false));
    private static final String SPS = "6742c01eda0280f6840000030004000003 00f03c58b658".replace(" ", "");
    private static final byte[] KEY_FRAME =
            HexFormat.of().parseHex("7800" + "%02x".formatted(SPS.length() / 2) + SPS + "000468ce3c800003658884");
    private static final byte[] FRAME = {0x41, (byte) 0x9A, 0};
    private static final byte[] VP8_KEY_FRAME = HexFormat.of().parseHex("10100200 9d012a8002e001".replace(" ", ""));
    private static final byte[] VP8_FRAME = {0x10, 0x11, 2, 0};
    private static final DtlsIdentity IDENTITY = DtlsIdentity.create(new SecureRandom(), Instant.EPOCH);

    final ObservedMediaPlane media;
    final Map<String, Sender> senders = new LinkedHashMap<>();
    private final Slab slab = Slab.allocate(2000);
    private @Nullable Sender added;
    private final String conferenceId;
    private long version;
    long nowNs = 5_000 * MS;

    SimulatedRoom() {
        this(ID);
    }

    SimulatedRoom(String conferenceId) {
        this.conferenceId = conferenceId;
        media = new ObservedMediaPlane((MediaPlane) Proxy.newProxyInstance(
                MediaPlane.class.getClassLoader(),
                new Class<?>[] {MediaPlane.class},
                (_, method, _) -> method.getName().equals("addEndpoint") ? added : null));
    }

    /** One participant and its taps. */
    final class Sender implements MediaEndpoint {
        final int key;
        final List<Stream> streams = new ArrayList<>();
        final List<TapQueue> taps = new CopyOnWriteArrayList<>();
        final Map<Integer, Integer> keyFrameRequests = new ConcurrentHashMap<>();
        private final Map<Integer, Long> sequences = new HashMap<>();
        private final Set<Integer> due = ConcurrentHashMap.newKeySet();
        final CountDownLatch isTapped = new CountDownLatch(1);
        final Set<Integer> stopped = new HashSet<>();
        Map<Integer, PayloadType> types = TYPES;
        int h264 = H264;
        boolean isVp8;
        boolean isSilent;
        boolean hasNoPictures;
        boolean answersNoRequest;
        int gone;

        private Sender(int key) {
            this.key = key;
        }

        @Override
        public int key() {
            return key;
        }

        @Override
        public void remoteTransport(RemoteTransport remote) {}

        @Override
        public void restartIce(int generation, IceCredentials local) {}

        @Override
        public void expire() {}

        @Override
        public EndpointStats stats() {
            return EndpointStats.NONE;
        }

        @Override
        public boolean tap(TapQueue tap) {
            boolean isAdded = taps.add(tap);
            isTapped.countDown();
            return isAdded;
        }

        @Override
        public boolean untap(TapQueue tap) {
            gone++;
            taps.remove(tap);
            tap.detach();
            return true;
        }

        @Override
        public void requestKeyFrame(int ssrc) {
            keyFrameRequests.merge(ssrc, 1, Integer::sum);
            if (!answersNoRequest) {
                due.add(ssrc);
            }
        }

        private void send(int ssrc, int type, long timestamp, byte[] payload) {
            long sequence = sequences.merge(ssrc, 1L, Long::sum);
            long at = slab.address();
            Memory.put8(at, 0x80);
            Memory.put8(at + 1, type | 0x80);
            put(at + 2, sequence, 2);
            put(at + 4, timestamp, 4);
            put(at + 8, ssrc, 4);
            for (int i = 0; i < payload.length; i++) {
                Memory.put8(at + 12 + i, payload[i]);
            }
            for (TapQueue tap : taps) {
                tap.writePacket(ssrc, ssrc, 1000 + sequence, nowNs, at, 12 + payload.length);
            }
        }

        private void tick() {
            for (Stream stream : streams) {
                boolean isSent = stream.use() == Use.MEDIA && !stopped.contains(stream.ssrc());
                if (isSent && stream.kind() == MediaKind.AUDIO && !isSilent) {
                    send(stream.ssrc(), OPUS, nowNs / MS * 48, new byte[] {(byte) 0xFC, 1, (byte) key});
                } else if (isSent && stream.kind() == MediaKind.VIDEO && !hasNoPictures && nowNs / MS % 40 == 0) {
                    boolean isKeyFrame = due.remove(stream.ssrc());
                    byte[] frame = isVp8 ? vp8(isKeyFrame, stream.ssrc()) : isKeyFrame ? KEY_FRAME : FRAME;
                    send(stream.ssrc(), isVp8 ? VP8 : h264, nowNs / MS * 90, frame);
                }
            }
        }

        /** Its last byte says of which encoding it is. */
        private static byte[] vp8(boolean isKeyFrame, int ssrc) {
            byte[] frame = isKeyFrame ? Arrays.copyOf(VP8_KEY_FRAME, VP8_KEY_FRAME.length + 1) : VP8_FRAME.clone();
            frame[frame.length - 1] = (byte) ssrc;
            return frame;
        }
    }

    private static void put(long at, long value, int bytes) {
        for (int i = 0; i < bytes; i++) {
            Memory.put8(at + i, (int) (value >>> (8 * (bytes - 1 - i))) & 0xFF);
        }
    }

    /** A participant that sends sound and so many encodings of a camera, if any. */
    Sender join(String id, int encodings) {
        Sender sender = new Sender(senders.size() + 1);
        sender.streams.add(new Stream(100 * sender.key, id + "-a0", MediaKind.AUDIO, Use.MEDIA, false));
        addVideo(sender, id, encodings);
        senders.put(id, sender);
        added = sender;
        EndpointSpec spec = new EndpointSpec(
                conferenceId,
                id,
                new IceCredentials("abcd", "0123456789012345678901"),
                IceRole.CONTROLLED,
                IDENTITY,
                1,
                2,
                ApplicationData.IGNORED,
                false);
        media.addEndpoint(spec, (EndpointListener) Proxy.newProxyInstance(
                EndpointListener.class.getClassLoader(), new Class<?>[] {EndpointListener.class}, (_, _, _) -> null));
        publish();
        return sender;
    }

    void addVideo(Sender sender, String id, int encodings) {
        int first = 100 * sender.key + 10;
        for (int i = 0; i < encodings; i++) {
            sender.streams.add(
                    new Stream(first + i, id + "-v0", MediaKind.VIDEO, Use.MEDIA, false, first + i, first, i, null));
        }
    }

    /** The table as it is now; that of a conference that has ended if there are no senders. */
    void publish() {
        List<Transport> transports = senders.values().stream()
                .map(each -> new Transport(each.key, each.types, Map.of(), false, List.copyOf(each.streams), Set.of()))
                .toList();
        media.publish(new ForwardingTable(conferenceId, ++version, transports));
    }

    /** Time passes: packets each 20 ms, pictures each 40 ms, and polls each 20 ms. */
    void run(LiveProgram program, long ms) {
        for (long endNs = nowNs + ms * MS; nowNs < endNs; nowNs += 20 * MS) {
            senders.values().forEach(Sender::tick);
            program.poll(media, nowNs);
        }
    }

    /** The same without polls: another thread does them. */
    void send(long ms) {
        for (long endNs = nowNs + ms * MS; nowNs < endNs; nowNs += 20 * MS) {
            senders.values().forEach(Sender::tick);
        }
    }

    @Override
    public void close() {
        slab.close();
    }
}
