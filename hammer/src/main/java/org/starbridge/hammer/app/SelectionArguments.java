package org.starbridge.hammer.app;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.plan.ChannelKind;
import org.starbridge.hammer.client.plan.SenderConstraints;
import org.starbridge.hammer.client.plan.VideoRequest;
import org.starbridge.hammer.media.RecordedStream;
import org.starbridge.hammer.media.UprightRecording;
import picocli.CommandLine.Option;

/** The options of what endpoints ask for, and of what a bridge can choose from; checked by {@link #check}. */
final class SelectionArguments {
    private static final int MAX_HEIGHT_PX = 16_384;
    /** A bridge's {@code ssrc-limit} by default. */
    private static final int MAX_SLOTS = 50;

    private static final int MIN_SECONDS_BESIDE_MUTE = 4;

    private static final double MAX_TURN_SECONDS = 3600;

    @Option(
            names = "--simulcast",
            description = "Each sender sends its video in three encodings, 180, 360 and 720 pixels high, with three"
                    + " temporal layers each, declared with SIM and FID groups as browsers do.")
    boolean simulcast;

    @Option(
            names = "--portrait",
            description = "With --simulcast: the video is in portrait format, 180, 360 and 720 pixels wide.")
    boolean portrait;

    @Option(
            names = "--last-n",
            paramLabel = "N",
            defaultValue = "-1",
            description = "Each endpoint requests up to N video sources (default: -1, all).")
    int lastN = -1;

    @Option(
            names = "--max-height",
            paramLabel = "PX",
            defaultValue = "-1",
            description = "Each endpoint requests video up to this height in pixels (default: -1, any).")
    int maxHeight = -1;

    @Option(
            names = "--turns",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description = "Senders speak in turn, each for this many seconds, by their audio levels (default: 0, "
                    + "all speak all the time).")
    double turnSeconds;

    @Option(
            names = "--mute",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description =
                    "In the middle of the measurement the bridge has to mute the video of the first sender for this "
                            + "many seconds (force-mute), then resume it with a key frame. All senders send all the time "
                            + "then (default: 0, no muting).")
    int muteSeconds;

    @Option(
            names = "--ignore-sender-constraints",
            description =
                    "Senders keep sending encodings that the bridge reports as not requested by any receiver. With"
                            + " --simulcast, --last-n or --max-height they pause these, as browsers do, and resume them"
                            + " at the bridge's request.")
    boolean ignoresSenderConstraints;

    @Option(
            names = "--ssrc-rewriting",
            description =
                    "Endpoints request SSRC rewriting, as most clients do: the bridge uses its own SSRCs, and endpoints"
                            + " learn the mapping of sources from the bridge channel.")
    boolean ssrcRewriting;

    /** A mistake of the caller, as a sentence; null if there is none. */
    @Nullable
    String check(Arguments others) {
        if (portrait && !simulcast) {
            return "--portrait without --simulcast: expected both";
        }
        if (lastN < -1) {
            return "--last-n " + lastN + ": expected -1 or more";
        }
        if (maxHeight < -1 || maxHeight > MAX_HEIGHT_PX) {
            return "--max-height " + maxHeight + ": expected -1 to " + MAX_HEIGHT_PX;
        }
        if (!(turnSeconds >= 0 && turnSeconds <= MAX_TURN_SECONDS)) {
            return "--turns " + turnSeconds + ": expected 0 to " + (int) MAX_TURN_SECONDS;
        }
        if (ignoresSenderConstraints && !isSelective()) {
            return "--ignore-sender-constraints needs --simulcast, --last-n or --max-height: otherwise all encodings are sent"
                    + " anyway";
        }
        String muteProblem = muteSeconds == 0 ? null : checkMute(others);
        if (muteProblem != null) {
            return muteProblem;
        }
        String problem = ssrcRewriting ? checkRewriting(others) : null;
        return problem == null && isSelective() ? checkSelection(others) : problem;
    }

    private @Nullable String checkMute(Arguments others) {
        if (muteSeconds < 1 || muteSeconds + MIN_SECONDS_BESIDE_MUTE > others.seconds) {
            return "--mute " + muteSeconds + " with --seconds " + others.seconds + ": expected 1 or more, and at least "
                    + MIN_SECONDS_BESIDE_MUTE + " s before and after it";
        }
        if (!isSelective()) {
            return "--mute needs --simulcast, --last-n or --max-height: otherwise muted packets would count as lost";
        }
        if (turnSeconds > 0 || others.joinBurst > 0 || others.meet.isMeant()) {
            return "--mute cannot be combined with --turns, --join-burst or --meet";
        }
        return null;
    }

    private static @Nullable String checkRewriting(Arguments others) {
        if (others.channelKind() == ChannelKind.NONE) {
            return "--ssrc-rewriting with --bridge-channel none: the bridge channel is needed to learn which source is"
                    + " where";
        }
        if (others.nack || others.soak || others.hostile || others.meet.isMeant()) {
            return "--ssrc-rewriting cannot be combined with --nack, --soak, --hostile or --meet: these need the senders'"
                    + " SSRCs";
        }
        if (others.senders() > MAX_SLOTS) {
            return "--ssrc-rewriting with " + others.senders() + " senders: expected " + MAX_SLOTS
                    + " at most, as a bridge has that many SSRCs of each kind and would move them to other sources";
        }
        return null;
    }

    private @Nullable String checkSelection(Arguments others) {
        String option = simulcast ? "--simulcast" : lastN >= 0 ? "--last-n " + lastN : "--max-height " + maxHeight;
        if (!others.sentKinds().hasVideo()) {
            return option + " with --kinds " + others.kinds + ": video is needed";
        }
        if (simulcast && others.media.changesVideo()) {
            return option + " cannot be combined with --video or --bitrate: the bundled layers are played unchanged";
        }
        if (others.channelKind() == ChannelKind.NONE && !request().isEverything()) {
            return option + " with --bridge-channel none: requests need the bridge channel";
        }
        if (others.soak || others.hostile) {
            return option + " cannot be combined with --soak or --hostile: these check every packet that is sent";
        }
        return null;
    }

    boolean isSelective() {
        return simulcast || !request().isEverything();
    }

    /**
     * Returns whether senders obey: what is not chosen from is counted as it is sent, so it is always sent. Who obeys
     * begins with a key frame of his own accord when he is wanted again: that hides whether the bridge asks for one
     * once a mute is lifted.
     */
    SenderConstraints senderConstraints() {
        return isSelective() && !ignoresSenderConstraints && muteSeconds == 0
                ? SenderConstraints.OBEYED
                : SenderConstraints.IGNORED;
    }

    /** The video's encodings as the camera is held. */
    List<RecordedStream> held(List<RecordedStream> encodings) {
        return portrait ? encodings.stream().map(UprightRecording::of).toList() : encodings;
    }

    VideoRequest request() {
        return new VideoRequest(lastN, maxHeight);
    }
}
