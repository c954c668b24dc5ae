package org.starbridge.hammer.app;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.plan.ChannelKind;
import org.starbridge.hammer.client.plan.SenderConstraints;
import org.starbridge.hammer.client.plan.VideoRequest;
import org.starbridge.hammer.media.Portrait;
import org.starbridge.hammer.media.RecordedStream;
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
            description = "Each sender sends its picture in three encodings, 180, 360 and 720 pixels high, with three"
                    + " temporal layers each, declared as a browser's are, by SIM and FID groups.")
    boolean simulcast;

    @Option(
            names = "--portrait",
            description = "With --simulcast: the pictures are upright, 180, 360 and 720 pixels wide.")
    boolean portrait;

    @Option(
            names = "--last-n",
            paramLabel = "N",
            defaultValue = "-1",
            description = "Each endpoint asks for N video sources at most (default: -1, all).")
    int lastN = -1;

    @Option(
            names = "--max-height",
            paramLabel = "PX",
            defaultValue = "-1",
            description = "Each endpoint asks for pictures of this height at most (default: -1, any).")
    int maxHeight = -1;

    @Option(
            names = "--turns",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description =
                    "Senders speak one after the other, each for so long, by the levels that they declare (default: 0, "
                            + "everybody always speaks).")
    double turnSeconds;

    @Option(
            names = "--mute",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description =
                    "In the midst of the measured time the bridge has to keep back the picture of the first sender for so "
                            + "long (force-mute), then to go on with it, with a key frame. All senders send all the time "
                            + "then (default: 0, no muting).")
    int muteSeconds;

    @Option(
            names = "--ignore-sender-constraints",
            description = "Senders go on with encodings of their picture that the bridge says no receiver wants. With"
                    + " --simulcast, --last-n or --max-height they stop these, as browsers do, and begin again"
                    + " when the bridge asks for it.")
    boolean ignoresSenderConstraints;

    @Option(
            names = "--ssrc-rewriting",
            description =
                    "Endpoints have the bridge send everything under SSRCs of its own, as most clients do, and learn"
                            + " from its channel which source is where.")
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
            return "--ignore-sender-constraints without --simulcast, --last-n or --max-height: everything is sent"
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
            return "--mute without --simulcast, --last-n or --max-height: what is kept back on purpose would count as lost";
        }
        if (turnSeconds > 0 || others.joinBurst > 0 || others.meet.isMeant()) {
            return "--mute with --turns, --join-burst or --meet: one at a time, and only a focus mutes";
        }
        return null;
    }

    private static @Nullable String checkRewriting(Arguments others) {
        if (others.channelKind() == ChannelKind.NONE) {
            return "--ssrc-rewriting with --bridge-channel none: the bridge says over its channel which source is"
                    + " where";
        }
        if (others.nack || others.soak || others.hostile || others.meet.isMeant()) {
            return "--ssrc-rewriting with --nack, --soak, --hostile or --meet: these know streams by their senders'"
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
            return option + " with --kinds " + others.kinds + ": there is no video to choose from";
        }
        if (simulcast && others.media.changesVideo()) {
            return option + " with --video or --bitrate: the layers are played as they are bundled";
        }
        if (others.channelKind() == ChannelKind.NONE && !request().isEverything()) {
            return option + " with --bridge-channel none: endpoints can ask over the bridge channel only";
        }
        if (others.soak || others.hostile) {
            return option + " with --soak or --hostile: these follow every packet that is sent";
        }
        return null;
    }

    boolean isSelective() {
        return simulcast || !request().isEverything();
    }

    /**
     * What is not chosen from is counted as it is sent, so it is sent always. Who obeys begins with a key frame of his
     * own accord when he is wanted again: that hides whether the bridge asks for one once a mute is lifted.
     */
    SenderConstraints senderConstraints() {
        return isSelective() && !ignoresSenderConstraints && muteSeconds == 0
                ? SenderConstraints.OBEYED
                : SenderConstraints.IGNORED;
    }

    /** The video's encodings as the camera is held. */
    List<RecordedStream> held(List<RecordedStream> encodings) {
        return portrait ? encodings.stream().map(Portrait::of).toList() : encodings;
    }

    VideoRequest request() {
        return new VideoRequest(lastN, maxHeight);
    }
}
