package org.starbridge.hammer.client;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.starbridge.hammer.measure.ReceivedStream;
import org.starbridge.hammer.measure.SentStream;
import org.starbridge.hammer.measure.SsrcIndex;
import org.starbridge.hammer.media.RecordedStream;
import org.starbridge.hammer.media.Replay;
import org.starbridge.hammer.media.ReplayOptions;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpReceiver;
import org.starbridge.transport.srtp.SrtpSender;

/**
 * Makes what an endpoint needs once it has keys. Immutable; drivers call it on their own threads, with a random generator
 * that stands that.
 */
final class MediaSessions {
    /** Audio and video, and some room. */
    private static final int SENT_STREAMS = 4;

    /** Streams of the bridge itself: probing, retransmissions. */
    private static final int OTHER_STREAMS = 16;

    /** Below half the range, so that the first packets can't be taken for ones from before a wrap (RFC 3711 section 3.3.1). */
    private static final int FIRST_SEQUENCE_LIMIT = 0x8000;

    private final SwarmOptions options;
    private final List<SentStream> streams;
    private final SsrcIndex index;
    private final int[] rtxSsrcs;
    private final SrtpCrypto crypto;
    private final RandomGenerator random;

    /** {@code rtxSsrcs}: under which SSRC a stream is repeated, by the stream's index; 0 = none. */
    MediaSessions(
            SwarmOptions options, List<SentStream> streams, int[] rtxSsrcs, SrtpCrypto crypto, RandomGenerator random) {
        this.rtxSsrcs = rtxSsrcs.clone();
        this.options = options;
        this.streams = List.copyOf(streams);
        index = new SsrcIndex(streams);
        this.crypto = crypto;
        this.random = random;
    }

    MediaSession create(SrtpKeys keys, EndpointPlan plan, Outbox outbox, Meters meters) {
        long nowNs = System.nanoTime();
        SrtpSender sender = new SrtpSender(crypto, keys, SENT_STREAMS);
        SrtpReceiver receiver = new SrtpReceiver(crypto, keys, 2 * streams.size() + OTHER_STREAMS);
        OutgoingStream audio = plan.audio() == null
                ? null
                : outgoing(plan, plan.audio(), options.audio(), Negotiated.OPUS_PT, 1, sender, meters, nowNs);
        OutgoingStream video = plan.video() == null
                ? null
                : outgoing(
                        plan,
                        plan.video(),
                        options.video(),
                        Negotiated.VIDEO_PT,
                        options.videoPace(),
                        sender,
                        meters,
                        nowNs);
        ReceivedStream[] received = streams.stream()
                .map(stream -> new ReceivedStream(stream, options.sampleEvery()))
                .toArray(ReceivedStream[]::new);
        Repeater repeater = null;
        if (options.nack() && video != null) {
            repeater = new Repeater(sender, video.sent().ssrc(), options.rtx() ? plan.rtxSsrc() : 0);
            video.repeater(repeater);
        }
        MediaReceiver media =
                new MediaReceiver(receiver, index, received, meters.delays(), options.nack() ? rtxSsrcs : new int[0]);
        Feedback feedback = new Feedback(
                sender,
                receiver,
                outbox,
                plan.rtcpSsrc(),
                audio,
                video,
                media,
                plan.id() + "@hammer",
                nowNs + random.nextInt(1_000_000_000),
                repeater);
        List<OutgoingStream> outgoing = new ArrayList<>();
        if (audio != null) {
            outgoing.add(audio);
        }
        if (video != null) {
            outgoing.add(video);
        }
        return new MediaSession(sender, receiver, outgoing, media, feedback, repeater);
    }

    private OutgoingStream outgoing(
            EndpointPlan plan,
            SentStream sent,
            RecordedStream recording,
            int payloadType,
            double pace,
            SrtpSender sender,
            Meters meters,
            long nowNs) {
        ReplayOptions replay = new ReplayOptions(
                Integer.toUnsignedLong(sent.ssrc()),
                payloadType,
                random.nextInt(FIRST_SEQUENCE_LIMIT),
                Integer.toUnsignedLong(random.nextInt()),
                recording.startPacket(plan.number(), options.senders()),
                pace);
        long startNs = nowNs + recording.startDelayNs(plan.number(), options.senders());
        return new OutgoingStream(sent, new Replay(recording, replay, startNs), sender, meters.lateness());
    }
}
