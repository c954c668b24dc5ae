package org.starbridge.media.plan;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.plan.ConferencePlan.Member;
import org.starbridge.media.plan.ConferencePlan.PlannedStream;
import org.starbridge.media.speech.SpeechMonitor;

/**
 * Tells the speech monitor which endpoints of a conference may speak and which streams carry their audio. Only the
 * worker that listens to the conference does so. Owned by one worker.
 */
final class SpeechMembers {
    private final int worker;
    private final SpeechMonitor monitor;

    SpeechMembers(int worker, SpeechMonitor monitor) {
        this.worker = worker;
        this.monitor = monitor;
    }

    /** A plan is in force: each member that sends anything may speak. */
    void update(ConferencePlan plan) {
        if (plan.listener() != worker) {
            return;
        }
        Set<Integer> speakers = new TreeSet<>(); // a later participant has a greater key
        Map<Integer, SpeechMonitor.Speaker> microphones = new HashMap<>();
        Set<Integer> insisted = new HashSet<>();
        for (Member member : plan.members()) {
            int key = member.route().endpointKey();
            for (PlannedStream planned : member.streams()) {
                speakers.add(planned.participantKey());
                if (isAudio(planned)) {
                    microphones.put(planned.handle(), new SpeechMonitor.Speaker(planned.participantKey(), key));
                    if (plan.insistedAudio().contains(planned.stream().ssrc())) {
                        insisted.add(planned.handle());
                    }
                }
            }
        }
        monitor.members(plan.conferenceId(), speakers, microphones, insisted);
    }

    private static boolean isAudio(PlannedStream planned) {
        return planned.stream().kind() == MediaKind.AUDIO && planned.stream().use() == Use.MEDIA;
    }

    /** The conference has ended. */
    void end(String conferenceId) {
        monitor.end(conferenceId);
    }
}
