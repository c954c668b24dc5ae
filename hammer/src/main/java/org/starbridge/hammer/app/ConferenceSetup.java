package org.starbridge.hammer.app;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.link.LinkAssignment;
import org.starbridge.hammer.media.RecordedStream;

/** The recordings that the command line names, and the conference that it describes. Immutable. */
final class ConferenceSetup {
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(30);

    private final Arguments arguments;
    private final RecordedStream audio;
    private final List<RecordedStream> video;
    private final double pace;

    /**
     * Reads the recordings.
     *
     * @throws IllegalArgumentException if the command line asks for what they cannot give
     */
    ConferenceSetup(Arguments arguments) {
        this.arguments = arguments;
        audio = arguments.media.audioRecording();
        video = arguments.selection.held(arguments.media.videoRecordings(arguments.selection.simulcast));
        pace = arguments.media.videoPace(arguments.sentKinds(), audio, video.get(0));
    }

    /** {@code url}: of the bridge's REST interface; null if it is unknown. */
    ConferenceOptions options(@Nullable URI url) {
        int drivers = arguments.driverCount(Runtime.getRuntime().availableProcessors());
        LinkAssignment links = arguments.links.assignment(arguments.senders(), arguments.receivers);
        boolean isRecovering =
                arguments.nack || (!links.isEmpty() && !arguments.selection.ssrcRewriting && !arguments.whip.isMeant());
        return ConferenceOptions.builder(url, arguments.senders(), arguments.receivers, audio, video)
                .lateReceivers(arguments.joinBurst)
                .kinds(arguments.sentKinds())
                .drivers(Math.min(drivers, links.units(arguments.endpoints())))
                .links(links)
                .spread(arguments.relays.spread(arguments.senders()))
                .videoPace(pace)
                .rtx(arguments.rtx || arguments.selection.simulcast || arguments.media.isLayered() || isRecovering)
                .ssrcRewriting(arguments.selection.ssrcRewriting || arguments.whip.isMeant())
                .channel(arguments.channelKind())
                .messages(arguments.channel.messages())
                .request(arguments.selection.request())
                .senderConstraints(arguments.selection.senderConstraints())
                .nack(isRecovering)
                .undeclared(arguments.undeclared)
                .keyFrameLoss(arguments.media.losesKeyFrames)
                .sampleEvery(arguments.sampleEvery())
                .joinRate(arguments.joinRate)
                .joinTimeout(JOIN_TIMEOUT)
                .build();
    }
}
