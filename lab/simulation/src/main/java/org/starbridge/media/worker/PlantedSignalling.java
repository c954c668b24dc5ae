package org.starbridge.media.worker;

import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.ForceMute;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.MessagePace;
import org.starbridge.simulation.PlantedBug;

/** Bugs of how the bridge takes requests, planted in front of it. */
final class PlantedSignalling implements StandInFocus.Signalling {
    private static final int EACH = 3;
    private static final long LATE_NS = 2_000_000_000L;

    private final WholeBridge bridge;
    private final PlantedBug bug;
    private int requests;

    PlantedSignalling(WholeBridge bridge, PlantedBug bug) {
        this.bridge = bridge;
        this.bug = bug;
    }

    @Override
    public long handle(ConferenceModify request) {
        requests++;
        if (bug == PlantedBug.ANSWER_MISSING && requests % EACH == 0) {
            throw new IllegalStateException("planted");
        }
        if (!isForgotten(request)) {
            bridge.colibri.handle(request);
        }
        return bridge.clock.nowNs() + (bug == PlantedBug.ANSWER_LATE && requests % EACH == 0 ? LATE_NS : 0);
    }

    private boolean isForgotten(ConferenceModify request) {
        return switch (bug) {
            case CONFERENCE_KEPT -> request.expire();
            case LEAVE_FORGOTTEN -> request.endpoints().stream().anyMatch(each -> each.expire());
            case MUTE_FORGOTTEN -> request.endpoints().stream().anyMatch(each -> mutes(each.forceMute()));
            case UNMUTE_FORGOTTEN ->
                request.endpoints().stream().anyMatch(each -> each.forceMute() != null && !mutes(each.forceMute()));
            default -> false;
        };
    }

    private static boolean mutes(@org.jspecify.annotations.Nullable ForceMute mute) {
        return mute != null && (mute.audio() || mute.video());
    }

    /** The same channel without ears. */
    static ChannelSlot deaf(ChannelSlot slot) {
        return new ChannelSlot() {
            @Override
            public MessagePace pace() {
                return slot.pace();
            }

            @Override
            public void onOpen(BridgeChannel channel) {
                slot.onOpen(channel);
            }

            @Override
            public void onText(BridgeChannel channel, String text) {}

            @Override
            public boolean tryText(BridgeChannel channel, String text) {
                return true;
            }

            @Override
            public void onBinary(BridgeChannel channel) {}

            @Override
            public void onClose(BridgeChannel channel, int code) {
                slot.onClose(channel, code);
            }
        };
    }
}
