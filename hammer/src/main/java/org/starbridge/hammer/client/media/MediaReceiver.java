package org.starbridge.hammer.client.media;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.measure.DelaySample;
import org.starbridge.hammer.measure.KeyFrameCheck;
import org.starbridge.hammer.measure.MissingPackets;
import org.starbridge.hammer.measure.ReceivedStream;
import org.starbridge.hammer.measure.ReportedClock;
import org.starbridge.hammer.measure.ReportedCounts;
import org.starbridge.hammer.measure.SelectedSource;
import org.starbridge.hammer.media.Codec;
import org.starbridge.hammer.media.MediaKind;
import org.starbridge.hammer.media.PayloadHash;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.HeaderExtensions;
import org.starbridge.rtp.packet.RetransmissionPayload;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.rtp.reception.ReceptionRegister;
import org.starbridge.rtp.rtcp.SenderReport;
import org.starbridge.transport.srtp.ReceiveStream;
import org.starbridge.transport.srtp.SrtpReceiver;

/**
 * Takes one endpoint's incoming RTP: counts each packet by its header, decrypts a sample, and all of what a bridge has
 * chosen. Owned by the driver; allocates nothing per packet.
 */
public final class MediaReceiver {
    private final SrtpReceiver srtp;
    private final ReceivedSsrcs ssrcs;
    private final ReceivedStream[] streams;
    private final ReceivedStream[] measured;
    private final SelectedSources selected;
    private final DelaySample delays;
    private final int[] rtxSsrcs;
    private final @Nullable MissingPackets[] missing;
    private final @Nullable KeyFrameCheck[] keyFrames;
    private final RtpView view = new RtpView();
    private final HeaderExtensions extensions = new HeaderExtensions();
    private long packets;
    private long bytes;
    private long unknownSsrc;
    private long malformed;
    private long wrongPayloadTypes;
    private long repeated;
    private long lastPacketNs;

    /**
     * @param ssrcs under which the streams come
     * @param streams by their indices
     * @param selected the video sources of which the bridge chooses; the others' streams arrive as they are sent
     * @param delays shared by all receivers of a driver
     * @param rtxSsrcs under which SSRC a stream is repeated, by the stream's index, 0 = none; empty if nothing is asked
     *     for
     * @param checksKeyFrames whether complete key frames are counted, for which all packets are to be decrypted
     */
    MediaReceiver(
            SrtpReceiver srtp,
            ReceivedSsrcs ssrcs,
            ReceivedStream[] streams,
            SelectedSources selected,
            DelaySample delays,
            int[] rtxSsrcs,
            boolean checksKeyFrames) {
        this.selected = selected;
        measured = Arrays.stream(streams)
                .filter(stream -> selected.all().isEmpty() || stream.sent().kind() == MediaKind.AUDIO)
                .toArray(ReceivedStream[]::new);
        this.rtxSsrcs = rtxSsrcs;
        missing = new @Nullable MissingPackets[streams.length];
        for (int i = 0; i < rtxSsrcs.length; i++) {
            missing[i] = streams[i].sent().kind() == MediaKind.VIDEO ? new MissingPackets() : null;
        }
        keyFrames = new @Nullable KeyFrameCheck[streams.length];
        for (int i = 0; i < streams.length && checksKeyFrames; i++) {
            keyFrames[i] = streams[i].sent().kind() == MediaKind.VIDEO ? new KeyFrameCheck() : null;
        }
        this.srtp = srtp;
        this.ssrcs = ssrcs;
        this.streams = streams;
        this.delays = delays;
    }

    public void onPacket(long address, int lengthBytes, long arrivalNs) {
        int headerBytes = RtpView.headerLengthBytes(address, lengthBytes);
        if (headerBytes < 0) {
            malformed++;
            return;
        }
        packets++;
        bytes += lengthBytes;
        lastPacketNs = arrivalNs;
        int i = ssrcs.find(RtpView.ssrc(address));
        if (i < 0) {
            if (!onRetransmission(address, lengthBytes, headerBytes, arrivalNs)) {
                unknownSsrc++;
            }
            return;
        }
        wrongPayloadTypes += RtpView.payloadType(address) == ssrcs.payloadType(i) ? 0 : 1;
        ssrcs.counts()[i].onPacket(lengthBytes - headerBytes);
        SelectedSource source = selected.at(i);
        if (source != null) {
            onSelected(i, source, address, lengthBytes, headerBytes, arrivalNs);
            return;
        }
        ReceivedStream stream = streams[i];
        long before = stream.duplicatesInWindow();
        boolean isNew = stream.onPacket(RtpView.sequenceNumber(address));
        repeated += stream.duplicatesInWindow() - before;
        int clockRate = stream.sent().codec().clockRateHz();
        ssrcs.registers()[i].onPacket(stream.currentExtSeq(), Memory.i32(address + 4), arrivalNs, clockRate);
        ssrcs.clocks()[i].onPacket(Memory.i32(address + 4), arrivalNs);
        if (isNew) {
            if (stream.wantsPayload()) {
                decrypt(i, stream, address, lengthBytes, headerBytes);
            }
            MissingPackets asked = missing[i];
            if (asked != null && asked.onPacket(stream.currentExtSeq(), arrivalNs)) {
                stream.countRecovered();
            } else {
                stream.count(Memory.i32(address + 4), arrivalNs, delays);
            }
        }
    }

    /** A packet of a source of which the bridge chooses: only its payload tells what it is. */
    private void onSelected(
            int i, SelectedSource source, long address, int lengthBytes, int headerBytes, long arrivalNs) {
        long before = source.duplicatesInWindow();
        boolean isNew = source.onPacket(RtpView.sequenceNumber(address));
        repeated += source.duplicatesInWindow() - before;
        Codec codec = source.lowest().codec();
        ssrcs.registers()[i].onPacket(source.currentExtSeq(), Memory.i32(address + 4), arrivalNs, codec.clockRateHz());
        ssrcs.clocks()[i].onPacket(Memory.i32(address + 4), arrivalNs);
        if (!isNew) {
            return;
        }
        int length = unprotect(i, address, lengthBytes, headerBytes);
        if (length < 0 || view.wrap(address, length) != null) {
            source.onUndecryptable();
            return;
        }
        long payload = view.payloadAddress();
        int payloadBytes = view.payloadLengthBytes();
        MissingPackets asked = missing[i];
        if (asked != null && asked.onPacket(source.currentExtSeq(), arrivalNs)) {
            source.onRecovered();
        }
        long hash = PayloadHash.ofPayload(codec, payload, payloadBytes);
        describe(source);
        source.onPayload(payload, payloadBytes, hash, view.timestamp(), view.marker(), arrivalNs, delays);
    }

    /** A packet that may be of a retransmission stream (RFC 4588); false if it is not. */
    private boolean onRetransmission(long address, int lengthBytes, int headerBytes, long arrivalNs) {
        int ssrc = RtpView.ssrc(address);
        int i = 0;
        while (i < rtxSsrcs.length && (rtxSsrcs[i] != ssrc || ssrc == 0)) {
            i++;
        }
        MissingPackets asked = i < rtxSsrcs.length ? missing[i] : null;
        if (asked == null) {
            return false;
        }
        wrongPayloadTypes += RtpView.payloadType(address) == ssrcs.rtxPayloadType() ? 0 : 1;
        ReceiveStream rtx = srtp.stream(ssrc);
        int length = rtx == null ? -1 : srtp.unprotectRtp(rtx, address, lengthBytes, headerBytes, address);
        SelectedSource source = selected.at(i);
        if (source != null) {
            onSelectedRetransmission(source, asked, address, length, arrivalNs);
            return true;
        }
        ReceivedStream stream = streams[i];
        if (length < 0 || view.wrap(address, length) != null) {
            stream.onUndecryptable();
            return true;
        }
        if (view.payloadLengthBytes() < RetransmissionPayload.OSN_BYTES
                || !stream.onPacket(RetransmissionPayload.originalSequenceNumber(view))) {
            return true; // padding, or it is there already
        }
        asked.onPacket(stream.currentExtSeq(), arrivalNs);
        long hash = PayloadHash.ofPayload(
                stream.sent().codec(),
                view.payloadAddress() + RetransmissionPayload.OSN_BYTES,
                view.payloadLengthBytes() - RetransmissionPayload.OSN_BYTES);
        stream.onRecoveredPayload(view.timestamp(), hash);
        stream.countRecovered();
        return true;
    }

    private void onSelectedRetransmission(
            SelectedSource source, MissingPackets asked, long address, int length, long arrivalNs) {
        if (length < 0 || view.wrap(address, length) != null) {
            source.onUndecryptable();
            return;
        }
        int payloadBytes = view.payloadLengthBytes() - RetransmissionPayload.OSN_BYTES;
        if (payloadBytes < 0 || !source.onPacket(RetransmissionPayload.originalSequenceNumber(view))) {
            return; // padding, or it is there already
        }
        asked.onPacket(source.currentExtSeq(), arrivalNs);
        source.onRecovered();
        long payload = view.payloadAddress() + RetransmissionPayload.OSN_BYTES;
        long hash = PayloadHash.ofPayload(source.lowest().codec(), payload, payloadBytes);
        describe(source);
        source.onPayload(payload, payloadBytes, hash, view.timestamp(), view.marker(), arrivalNs, delays);
    }

    /** Tells a source with layers the descriptor of the packet that the view is of. */
    private void describe(SelectedSource source) {
        if (source.isLayered()) {
            int id = selected.descriptorId();
            long address = id == 0 ? 0 : extensions.find(view, id);
            source.onDescriptor(address, address == 0 ? 0 : extensions.elementLengthBytes());
        }
    }

    /** Returns whether missing packets are requested. */
    boolean requestsRetransmissions() {
        return rtxSsrcs.length > 0;
    }

    /** Returns the missing packets, by stream index; null for streams of which nothing is asked for. */
    @Nullable
    MissingPackets[] missing() {
        return missing;
    }

    /** Returns the checks for complete key frames, by stream index; null for streams that are not checked. */
    @Nullable
    public KeyFrameCheck[] keyFrames() {
        return keyFrames;
    }

    private void decrypt(int i, ReceivedStream stream, long address, int lengthBytes, int headerBytes) {
        int length = unprotect(i, address, lengthBytes, headerBytes);
        if (length < 0 || view.wrap(address, length) != null) {
            stream.onUndecryptable();
            return;
        }
        long hash = PayloadHash.ofPayload(stream.sent().codec(), view.payloadAddress(), view.payloadLengthBytes());
        stream.onPayload(view.timestamp(), view.marker(), hash);
        KeyFrameCheck check = keyFrames[i];
        if (check != null && stream.isInWindow()) {
            check.onPacket(
                    stream.currentExtSeq(),
                    view.timestamp(),
                    view.payloadAddress(),
                    view.payloadLengthBytes(),
                    view.marker());
        }
    }

    private int unprotect(int i, long address, int lengthBytes, int headerBytes) {
        ReceiveStream srtpStream = ssrcs.srtpStream(i, srtp);
        return srtpStream == null ? -1 : srtp.unprotectRtp(srtpStream, address, lengthBytes, headerBytes, address);
    }

    /** A sender report came; what it says of unknown streams is ignored. */
    void onSenderReport(SenderReport report, long arrivalNs, long unixMinusNanoNs) {
        int i = ssrcs.find(report.ssrc());
        if (i >= 0) {
            int clockRateHz = streams[i].sent().codec().clockRateHz();
            ssrcs.registers()[i].onSenderReport(report.ntp64(), arrivalNs);
            ssrcs.counts()[i].onReport(report.packetCount(), report.octetCount());
            SelectedSource source = selected.at(i);
            boolean _ =
                    source == null ? streams[i].tellNewest(ssrcs.clocks()[i]) : source.tellNewest(ssrcs.clocks()[i]);
            ssrcs.clocks()[i].onReport(report.ntp64(), report.rtpTimestamp(), clockRateHz, arrivalNs, unixMinusNanoNs);
        }
    }

    /** The window begins. */
    void openWindow() {
        for (ReportedClock clock : ssrcs.clocks()) {
            clock.openWindow();
        }
        for (ReportedCounts counts : ssrcs.counts()) {
            counts.openWindow();
        }
    }

    ReceptionRegister[] registers() {
        return ssrcs.registers();
    }

    /** Under which SSRCs the streams come. */
    public ReceivedSsrcs ssrcs() {
        return ssrcs;
    }

    /** All streams of the run, by their indices. */
    ReceivedStream[] streams() {
        return streams;
    }

    /** Those that are to arrive as they are sent. */
    public ReceivedStream[] measured() {
        return measured;
    }

    /** The others: of these sources the bridge chooses. */
    public SelectedSources selected() {
        return selected;
    }

    /** RTP packets of any kind and time. */
    public long packets() {
        return packets;
    }

    /** Their UDP payload bytes. */
    public long bytes() {
        return bytes;
    }

    /** Packets with an SSRC that no endpoint sends. */
    public long unknownSsrc() {
        return unknownSsrc;
    }

    /** Packets, of any time, with another payload type than was negotiated. */
    long wrongPayloadTypes() {
        return wrongPayloadTypes;
    }

    /**
     * Packets of the window that came again under their own SSRC; retransmissions on a stream of their own do not
     * count.
     */
    long repeated() {
        return repeated;
    }

    /** Datagrams that look like RTP and are not. */
    long malformed() {
        return malformed;
    }

    /** Returns the time at which the last packet arrived; 0 before the first. */
    public long lastPacketNs() {
        return lastPacketNs;
    }
}
