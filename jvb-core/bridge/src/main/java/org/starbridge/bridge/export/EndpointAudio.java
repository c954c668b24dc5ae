package org.starbridge.bridge.export;

import java.util.List;
import org.starbridge.bridge.export.session.AudioPacket;
import org.starbridge.bridge.export.session.ExportSession;
import org.starbridge.bridge.tap.RedundantAudio;
import org.starbridge.control.export.AudioFormat;
import org.starbridge.control.export.ExportedAudio;
import org.starbridge.media.api.TapQueue;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.AudioLevel;
import org.starbridge.rtp.packet.HeaderExtensionIndex;
import org.starbridge.rtp.packet.RtpView;

/**
 * Reads what one transport sends, and gives each packet of audio to the exports that want it. A media worker copies
 * packets into its queue; all exports of a conference share it. One thread.
 */
final class EndpointAudio implements TapQueue.Reader {
    /** Some 200 packets: two seconds of a speaker. */
    private static final int QUEUE_BYTES = 32 << 10;
    /** Of a relay, over which many speak. */
    private static final int RELAY_QUEUE_BYTES = 512 << 10;

    private static final int READ_LIMIT = 2000;
    private static final long RETRY_NS = 1_000_000_000;

    private final TapQueue queue;
    private final RtpView rtp = new RtpView();
    private final HeaderExtensionIndex extensions = new HeaderExtensionIndex();
    private ExportedAudio.Transport transport;
    private List<ExportSession> sessions = List.of();
    private long nowNs;
    private long attachedNs;
    private boolean isAttached;
    private boolean isUntapped;
    private boolean isEnding;
    private boolean isClosed;

    /** Not attached yet: {@link #poll} it. */
    EndpointAudio(ExportedAudio.Transport transport) {
        this.transport = transport;
        queue = new TapQueue(transport.sources().size() > 1 ? RELAY_QUEUE_BYTES : QUEUE_BYTES, true);
    }

    void update(ExportedAudio.Transport now) {
        transport = now;
    }

    /** Reads what came; also attaches and detaches the tap, which a busy worker may refuse at first. */
    void poll(List<ExportSession> receivers, long nowNs) {
        if (isClosed) {
            return;
        }
        sessions = receivers;
        this.nowNs = nowNs;
        if (!isAttached && !isEnding) {
            isAttached = transport.media().tap(queue);
            attachedNs = nowNs;
        }
        queue.read(this, READ_LIMIT);
        if (isAttached && isEnding && !isUntapped) {
            isUntapped = transport.media().untap(queue);
        }
        if (isEnding && (queue.isDetached() || !isAttached)) {
            queue.detach();
            queue.close();
            isClosed = true;
        }
    }

    /** Nothing is wanted any more: {@link #poll} until it {@link #isClosed}. */
    void end() {
        isEnding = true;
    }

    boolean isEnding() {
        return isEnding;
    }

    /**
     * True if the media worker closed the tap: it was the oldest of too many, or the endpoint left. Another one is
     * tried a second later at the earliest, or two users of taps would push each other out.
     */
    boolean isLost() {
        return isAttached && !isEnding && queue.isDetached() && nowNs - attachedNs > RETRY_NS;
    }

    boolean isClosed() {
        return isClosed;
    }

    @Override
    public void onPacket(int ssrc, int wireSsrc, long extSeq, long arrivalNs, long address, int lengthBytes) {
        ExportedAudio.Source source = isEnding ? null : transport.sources().get(ssrc);
        if (source == null || !isWanted(source) || rtp.wrap(address, lengthBytes) != null) {
            return;
        }
        AudioFormat format = transport.formats().get(rtp.payloadType());
        if (format == null || isNoSpeech(format) || rtp.payloadLengthBytes() == 0) {
            return;
        }
        byte[] payload = Memory.copyOf(rtp.payloadAddress(), rtp.payloadLengthBytes());
        if (format.encoding().equals("red")) {
            format = transport.formats().get(RedundantAudio.primaryType(payload));
            payload = RedundantAudio.primary(payload);
            if (format == null || isNoSpeech(format) || payload.length == 0) {
                return;
            }
        }
        give(packet(source, wireSsrc, extSeq, format, payload));
    }

    private AudioPacket packet(
            ExportedAudio.Source source, int wireSsrc, long extSeq, AudioFormat format, byte[] payload) {
        int levelId = transport.audioLevelId();
        boolean hasLevel = levelId > 0 && extensions.fill(rtp) && extensions.elementLengthBytes(levelId) > 0;
        int level = hasLevel ? AudioLevel.level(extensions.elementAddress(levelId)) : -1;
        boolean isVoice = hasLevel && AudioLevel.isVoice(extensions.elementAddress(levelId));
        return new AudioPacket(
                source,
                new AudioPacket.StreamKey(transport.media().key(), wireSsrc),
                format,
                extSeq,
                rtp.timestamp(),
                level,
                isVoice,
                payload);
    }

    /** Tones (RFC 4733) and comfort noise (RFC 3389): services take what they announce for the format of the talk. */
    private static boolean isNoSpeech(AudioFormat format) {
        return format.encoding().equals("telephone-event") || format.encoding().equals("cn");
    }

    private boolean isWanted(ExportedAudio.Source source) {
        for (ExportSession session : sessions) {
            if (session.wants(source.name())) {
                return true;
            }
        }
        return false;
    }

    private void give(AudioPacket packet) {
        for (ExportSession session : sessions) {
            session.onAudio(packet, nowNs);
        }
    }

    @Override
    public void onSenderReport(int ssrc, long ntp64, int rtpTimestamp, long arrivalNs) {}

    @Override
    public void onDropped(long packets) {
        for (ExportSession session : sessions) {
            if (transport.sources().values().stream().anyMatch(source -> session.wants(source.name()))) {
                session.onDropped(packets);
            }
        }
    }
}
