package org.starbridge.hammer.client.media;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.starbridge.hammer.client.plan.ChannelKind;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.plan.EndpointPlan;
import org.starbridge.hammer.client.plan.EndpointRoster;
import org.starbridge.hammer.client.plan.NegotiatedMedia;
import org.starbridge.hammer.client.transport.Outbox;
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
 * Makes what an endpoint needs once it has keys. Immutable; drivers call it on their own threads, with a random
 * generator that stands that.
 */
public final class MediaSessions {
    /** Audio, three encodings of video and their retransmissions, and some room. */
    private static final int SENT_STREAMS = 8;

    /** Streams of the bridge itself: probing, retransmissions. */
    private static final int OTHER_STREAMS = 16;

    /**
     * Below half the range, so that the first packets can't be taken for ones from before a wrap (RFC 3711 section
     * 3.3.1).
     */
    private static final int FIRST_SEQUENCE_LIMIT = 0x8000;

    private final ConferenceOptions options;
    private final EndpointRoster roster;
    private final SsrcIndex index;
    private final Map<String, Integer> streamsByName;
    private final int[] rtxSsrcs;
    private final SrtpCrypto crypto;
    private final RandomGenerator random;
    private final SpeakingPattern speaking;

    public MediaSessions(
            ConferenceOptions options,
            EndpointRoster roster,
            SrtpCrypto crypto,
            RandomGenerator random,
            SpeakingPattern speaking) {
        this.options = options;
        this.roster = roster;
        this.crypto = crypto;
        this.random = random;
        this.speaking = speaking;
        rtxSsrcs = options.reception().nack() ? roster.rtxSsrcs() : new int[0];
        index = SsrcIndex.of(roster.streams());
        streamsByName = roster.streamsByName();
    }

    /** For whatever an endpoint draws at random. */
    public RandomGenerator random() {
        return random;
    }

    /** Makes the session of an endpoint that has its keys now. */
    public MediaSession create(
            SrtpKeys keys, EndpointPlan plan, NegotiatedMedia numbers, Outbox outbox, Meters meters) {
        return create(keys, plan, numbers, outbox, meters, System.nanoTime(), System.currentTimeMillis() * 1_000_000);
    }

    /** The same at some time: {@code nowNs} on the clock of the media, {@code unixNs} on the wall's. */
    MediaSession create(
            SrtpKeys keys,
            EndpointPlan plan,
            NegotiatedMedia numbers,
            Outbox outbox,
            Meters meters,
            long nowNs,
            long unixNs) {
        SrtpSender sender = new SrtpSender(crypto, keys, SENT_STREAMS);
        SrtpReceiver receiver =
                new SrtpReceiver(crypto, keys, 2 * roster.streams().size() + OTHER_STREAMS);
        List<OutgoingStream> outgoing = new ArrayList<>();
        if (plan.audio() != null) {
            outgoing.add(audio(plan, plan.audio(), numbers, sender, meters, nowNs));
        }
        List<OutgoingStream> video = new ArrayList<>();
        for (int i = 0; i < plan.video().size(); i++) {
            video.add(video(plan, i, numbers, sender, meters, nowNs));
        }
        outgoing.addAll(video);
        OutgoingVideo source = new OutgoingVideo(
                video,
                plan.video().isEmpty()
                        ? new int[0]
                        : options.sent().video().stream()
                                .mapToInt(RecordedStream::heightPx)
                                .toArray(),
                options.channel().senderConstraints());
        ReceivedStream[] received = roster.streams().stream()
                .map(stream -> new ReceivedStream(
                        stream,
                        options.reception().sampleEvery(),
                        options.spread().relaysBetween(stream.endpoint(), plan.number())))
                .toArray(ReceivedStream[]::new);
        SelectedSources selected = options.isSelective()
                ? SelectedSources.of(
                        roster, plan, options.channel().kind() != ChannelKind.NONE, numbers.dependencyDescriptorId())
                : SelectedSources.none(roster);
        ReceivedSsrcs ssrcs = options.reception().ssrcRewriting()
                ? ReceivedSsrcs.ofBridge(roster.streams(), numbers, streamsByName)
                : ReceivedSsrcs.ofSenders(index, roster.streams(), numbers);
        MediaReceiver media = new MediaReceiver(
                receiver,
                ssrcs,
                received,
                selected,
                meters.delays(),
                rtxSsrcs,
                options.sent().keyFrameLoss());
        RtcpOutput rtcp = new RtcpOutput(sender, outbox);
        Feedback feedback = new Feedback(
                new IncomingFeedback(receiver, outbox, source, media),
                new ReportWriter(rtcp, plan.rtcpSsrc(), plan.id() + "@hammer", outgoing, media),
                new TransportFeedbackSender(rtcp, plan.rtcpSsrc(), plan.videoSsrc(), numbers.transportSequenceId()),
                new RetransmissionRequests(rtcp, plan.rtcpSsrc(), media),
                source,
                ssrcs,
                new Feedback.Start(nowNs + random.nextInt(1_000_000_000), unixNs - nowNs));
        OutgoingStream undeclared = options.sent().undeclared() && plan.audio() != null
                ? audio(plan, undeclared(plan.audio()), numbers, sender, meters, nowNs)
                : null;
        return new MediaSession(sender, receiver, outgoing, source, undeclared, media, feedback);
    }

    /** A stream like another one that is not declared. */
    private SentStream undeclared(SentStream sent) {
        return new SentStream(sent.index(), sent.endpoint(), sent.codec(), random.nextInt());
    }

    private OutgoingStream audio(
            EndpointPlan plan, SentStream sent, NegotiatedMedia numbers, SrtpSender sender, Meters meters, long nowNs) {
        Replay replay = replay(plan, sent, options.sent().audio(), numbers.opusPt(), 1, nowNs);
        return new OutgoingStream(sent, replay, sender, meters.lateness(), header(sent, numbers), null, null);
    }

    private OutgoingStream video(
            EndpointPlan plan, int encoding, NegotiatedMedia numbers, SrtpSender sender, Meters meters, long nowNs) {
        SentStream sent = plan.video().get(encoding).stream();
        Replay replay = replay(
                plan,
                sent,
                options.sent().video().get(encoding),
                numbers.videoPt(),
                options.sent().videoPace(),
                nowNs);
        Retransmitter retransmitter =
                options.reception().nack() || options.sent().keyFrameLoss()
                        ? new Retransmitter(
                                sender, sent.ssrc(), plan.video().get(encoding).rtxSsrc(), numbers.rtxPt())
                        : null;
        KeyFrameLoss loss = options.sent().keyFrameLoss() ? new KeyFrameLoss() : null;
        return new OutgoingStream(sent, replay, sender, meters.lateness(), header(sent, numbers), retransmitter, loss);
    }

    private OutgoingHeader header(SentStream sent, NegotiatedMedia numbers) {
        return new OutgoingHeader(sent, speaking, numbers);
    }

    private Replay replay(
            EndpointPlan plan, SentStream sent, RecordedStream recording, int payloadType, double pace, long nowNs) {
        ReplayOptions replay = new ReplayOptions(
                Integer.toUnsignedLong(sent.ssrc()),
                payloadType,
                random.nextInt(FIRST_SEQUENCE_LIMIT),
                Integer.toUnsignedLong(random.nextInt()),
                recording.startPacket(plan.number(), options.senders()),
                pace);
        return new Replay(recording, replay, nowNs + recording.startDelayNs(plan.number(), options.senders()));
    }
}
