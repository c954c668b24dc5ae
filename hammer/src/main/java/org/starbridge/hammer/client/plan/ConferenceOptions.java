package org.starbridge.hammer.client.plan;

import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.link.LinkAssignment;
import org.starbridge.hammer.media.Codec;
import org.starbridge.hammer.media.RecordedStream;

/**
 * One conference in which some endpoints send, and all receive everything, or what they request for.
 *
 * @param bridge the URL of the bridge's REST interface; null if unknown, as a focus chooses the bridge
 * @param population how many endpoints there are
 * @param sent what senders send
 * @param reception what receivers do with it
 * @param channel the bridge channel of each endpoint, and what goes over it
 * @param joining how fast endpoints join
 * @param drivers media threads, 1 or more
 * @param links which endpoints are behind an emulated link
 * @param spread on which bridge each endpoint is
 */
public record ConferenceOptions(
        @Nullable URI bridge,
        Population population,
        SentMedia sent,
        Reception reception,
        Channel channel,
        Joining joining,
        int drivers,
        LinkAssignment links,
        BridgeSpread spread) {
    /**
     * Number of endpoints of each kind.
     *
     * @param senders endpoints that send and receive, 1 or more
     * @param receivers endpoints that only receive; with the senders 2 or more
     * @param lateReceivers endpoints that may join later and only receive; nothing of theirs is counted
     */
    public record Population(int senders, int receivers, int lateReceivers) {
        public Population {
            if (senders < 1 || receivers < 0 || senders + receivers < 2) {
                throw new IllegalArgumentException("senders " + senders + ", receivers " + receivers
                        + ": expected 1 sender or more, and 2 endpoints or more");
            }
            if (lateReceivers < 0) {
                throw new IllegalArgumentException("lateReceivers " + lateReceivers + ": expected 0 or more");
            }
        }
    }

    /**
     * Media of senders.
     *
     * @param kinds what senders send
     * @param video its encodings, low to high; if there are some, they are sent as simulcast
     * @param videoPace how much faster than recorded the video is played
     * @param rtx whether retransmission streams are declared
     * @param undeclared whether senders send their sound a second time, under an SSRC that signalling never declares
     * @param keyFrameLoss whether senders leave out packets of key frames at first, and send them when the bridge asks;
     *     H.264 only
     */
    public record SentMedia(
            SentKinds kinds,
            RecordedStream audio,
            List<RecordedStream> video,
            double videoPace,
            boolean rtx,
            boolean undeclared,
            boolean keyFrameLoss) {
        public SentMedia {
            video = List.copyOf(video);
            if (video.isEmpty()) {
                throw new IllegalArgumentException("no video: expected 1 encoding or more");
            }
            if (keyFrameLoss && (video.size() > 1 || video.get(0).codec() != Codec.H264)) {
                throw new IllegalArgumentException("keyFrameLoss with " + video.size() + " encodings of "
                        + video.get(0).codec() + ": expected one of H.264");
            }
        }

        /** Returns the codec of the video. */
        public Codec videoCodec() {
            return video.get(0).codec();
        }
    }

    /**
     * Receivers' treatment of media.
     *
     * @param nack whether endpoints ask for video packets that they miss, and send again what the bridge asks for
     * @param ssrcRewriting whether endpoints have the bridge send everything under SSRCs of its own
     * @param sampleEvery how many packets of a stream to one that is decrypted and compared; 1 is all
     */
    public record Reception(boolean nack, boolean ssrcRewriting, int sampleEvery) {}

    /**
     * Bridge channels.
     *
     * @param kind what carries the bridge channel
     * @param messages what each endpoint says over the bridge channel in addition to its request
     * @param request what each endpoint asks for over the bridge channel
     * @param senderConstraints what senders do when the bridge says how much of their video is wanted
     */
    public record Channel(
            ChannelKind kind, MessageOptions messages, VideoRequest request, SenderConstraints senderConstraints) {
        public Channel {
            if (kind == ChannelKind.NONE && !request.isEverything()) {
                throw new IllegalArgumentException(request + " without a bridge channel: requests need one");
            }
            if (!messages.isNone() && kind == ChannelKind.NONE) {
                throw new IllegalArgumentException(messages + " without a bridge channel: messages need one");
            }
        }
    }

    /**
     * Pace of joins.
     *
     * @param rate endpoints that begin to join in a second, at most
     * @param timeout for one endpoint, from its first request to its SRTP keys
     */
    public record Joining(double rate, Duration timeout) {
        public Joining {
            if (!(rate > 0)) {
                throw new IllegalArgumentException("joinRate " + rate + ": expected more than 0");
            }
        }
    }

    public ConferenceOptions {
        if (sent.keyFrameLoss() && reception.sampleEvery() != 1) {
            throw new IllegalArgumentException(
                    "keyFrameLoss where one packet in " + reception.sampleEvery() + " is decrypted: expected all");
        }
        if (spread.lost() >= 0
                && (population.receivers() > 0
                        || population.lateReceivers() > 0
                        || !channel.request().isEverything()
                        || sent.video().size() > 1)) {
            throw new IllegalArgumentException(spread + " with endpoints that only receive, or with a choice of video: "
                    + "expected all endpoints to send, and to receive everything");
        }
        if (drivers < 1) {
            throw new IllegalArgumentException("drivers " + drivers + ": expected 1 or more");
        }
    }

    /** Endpoints that send. */
    public int senders() {
        return population.senders();
    }

    /** Senders and receivers. */
    public int endpoints() {
        return population.senders() + population.receivers();
    }

    /** Returns whether a bridge is to choose which video sources, or which of their encodings, each endpoint gets. */
    public boolean isSelective() {
        return sent.kinds().hasVideo()
                && (sent.video().size() > 1
                        || sent.video().get(0).frames() != null
                        || !channel.request().isEverything());
    }

    /** Returns the number of others' video sources that an endpoint's request comes to. */
    public int sourcesFor(int endpoint) {
        return channel.request().sourcesOf(endpoint < senders() ? senders() - 1 : senders());
    }

    /** Pixels of the encoding that everybody's request comes to; -1 if it is unknown. */
    public int requestedHeight() {
        return channel.request()
                .heightOf(sent.video().stream()
                        .flatMapToInt(encoding -> Arrays.stream(encoding.heightsPx()))
                        .toArray());
    }

    /** Endpoints that join after the others: late receivers, and those that are invited again. */
    public int latecomers() {
        return population.lateReceivers() + spread.lostOf(endpoints()).size();
    }

    /** Returns whether what an endpoint sends and receives is counted: it stays until the end. */
    public boolean isCounted(int endpoint) {
        return endpoint < endpoints() && !spread.isLost(endpoint);
    }

    /** Those of {@link #couples} that are counted. */
    public int countedCouples() {
        int lost = spread.lostOf(endpoints()).size();
        return streamsOfCouple() == 0 ? 0 : (senders() - lost) * (endpoints() - lost - 1);
    }

    /** Couples of a receiver and another one who sends something that is not chosen from. */
    public int couples() {
        return streamsOfCouple() == 0 ? 0 : senders() * (endpoints() - 1);
    }

    /** Returns the number of streams of a couple. */
    public int streamsOfCouple() {
        return isSelective() ? sent.kinds().streams() - 1 : sent.kinds().streams();
    }

    /**
     * Returns the number of expected (receiver, stream) pairs: the streams of each couple, and the video sources that
     * are asked for.
     */
    public int expectedStreams() {
        int sources = 0;
        for (int i = 0; isSelective() && i < endpoints(); i++) {
            sources += sourcesFor(i);
        }
        return streamsOfCouple() * couples() + sources;
    }

    /** The same without endpoints behind a link, or the streams of senders behind one. */
    public int unlinkedStreams() {
        int linkedSenders = 0;
        for (int i = 0; i < senders(); i++) {
            linkedSenders += links.linkOf(i) >= 0 ? 1 : 0;
        }
        int streams = 0;
        for (int i = 0; i < endpoints(); i++) {
            if (links.linkOf(i) < 0) {
                int others = i < senders() ? senders() - 1 : senders();
                streams += streamsOfCouple() * Math.max(0, others - linkedSenders);
                streams += isSelective() ? Math.max(0, sourcesFor(i) - linkedSenders) : 0;
            }
        }
        return streams;
    }

    /**
     * A conference of one driver thread in which all senders send audio and video, and nothing is asked for, lost or
     * left out.
     *
     * @param audio what senders play
     * @param video its encodings, low to high
     */
    public static Builder builder(
            @Nullable URI bridge, int senders, int receivers, RecordedStream audio, List<RecordedStream> video) {
        return new Builder(bridge, senders, receivers, audio, video);
    }

    /** Collects options; each has the meaning of the component of its name. */
    public static final class Builder {
        private final @Nullable URI bridge;
        private final int senders;
        private final int receivers;
        private int lateReceivers = 0;
        private SentKinds kinds = SentKinds.BOTH;
        private int drivers = 1;
        private final RecordedStream audio;
        private final List<RecordedStream> video;
        private double videoPace = 1;
        private boolean rtx = false;
        private boolean ssrcRewriting = false;
        private ChannelKind channel = ChannelKind.WS;
        private MessageOptions messages = MessageOptions.NONE;
        private VideoRequest request = VideoRequest.EVERYTHING;
        private SenderConstraints senderConstraints = SenderConstraints.IGNORED;
        private boolean nack = false;
        private boolean undeclared = false;
        private boolean keyFrameLoss = false;
        private int sampleEvery = 64;
        private double joinRate = 100;
        private LinkAssignment links = LinkAssignment.NONE;
        private BridgeSpread spread = BridgeSpread.ONE;
        private Duration joinTimeout = Duration.ofSeconds(30);

        private Builder(
                @Nullable URI bridge, int senders, int receivers, RecordedStream audio, List<RecordedStream> video) {
            this.bridge = bridge;
            this.senders = senders;
            this.receivers = receivers;
            this.audio = audio;
            this.video = video;
        }

        public Builder lateReceivers(int value) {
            lateReceivers = value;
            return this;
        }

        public Builder kinds(SentKinds value) {
            kinds = value;
            return this;
        }

        public Builder drivers(int value) {
            drivers = value;
            return this;
        }

        public Builder videoPace(double value) {
            videoPace = value;
            return this;
        }

        public Builder rtx(boolean value) {
            rtx = value;
            return this;
        }

        public Builder ssrcRewriting(boolean value) {
            ssrcRewriting = value;
            return this;
        }

        public Builder channel(ChannelKind value) {
            channel = value;
            return this;
        }

        public Builder messages(MessageOptions value) {
            messages = value;
            return this;
        }

        public Builder request(VideoRequest value) {
            request = value;
            return this;
        }

        public Builder senderConstraints(SenderConstraints value) {
            senderConstraints = value;
            return this;
        }

        public Builder nack(boolean value) {
            nack = value;
            return this;
        }

        public Builder undeclared(boolean value) {
            undeclared = value;
            return this;
        }

        public Builder keyFrameLoss(boolean value) {
            keyFrameLoss = value;
            return this;
        }

        public Builder sampleEvery(int value) {
            sampleEvery = value;
            return this;
        }

        public Builder joinRate(double value) {
            joinRate = value;
            return this;
        }

        public Builder links(LinkAssignment value) {
            links = value;
            return this;
        }

        public Builder spread(BridgeSpread value) {
            spread = value;
            return this;
        }

        public Builder joinTimeout(Duration value) {
            joinTimeout = value;
            return this;
        }

        /**
         * The options.
         *
         * @throws IllegalArgumentException if they contradict each other
         */
        public ConferenceOptions build() {
            return new ConferenceOptions(
                    bridge,
                    new Population(senders, receivers, lateReceivers),
                    new SentMedia(kinds, audio, video, videoPace, rtx, undeclared, keyFrameLoss),
                    new Reception(nack, ssrcRewriting, sampleEvery),
                    new Channel(channel, messages, request, senderConstraints),
                    new Joining(joinRate, joinTimeout),
                    drivers,
                    links,
                    spread);
        }
    }
}
