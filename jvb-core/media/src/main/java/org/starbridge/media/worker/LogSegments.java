package org.starbridge.media.worker;

import java.util.ArrayList;
import java.util.List;
import org.starbridge.media.blackbox.WorkerLog;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.endpoint.EndpointTable;
import org.starbridge.media.plan.ConferencePlan;
import org.starbridge.media.plan.PlanInstaller;
import org.starbridge.rtp.state.StateException;

/**
 * Beginnings of segments in the logs of conferences: the state of each endpoint, at a moment at which nothing is on its
 * way. Owned by one worker.
 */
final class LogSegments {
    private final WorkerLog log;
    private final EndpointTable sessions;
    private final EndpointSessions endpoints;
    private final PlanInstaller plans;

    LogSegments(WorkerLog log, EndpointTable sessions, EndpointSessions endpoints, PlanInstaller plans) {
        this.log = log;
        this.sessions = sessions;
        this.endpoints = endpoints;
        this.plans = plans;
    }

    /** Begins the segments that are due; nothing may be on its way. */
    void begin(long nowNs) {
        for (String conferenceId : log.wantingSegments()) {
            begin(conferenceId, nowNs);
        }
    }

    private void begin(String conferenceId, long nowNs) {
        ConferencePlan plan = plans.planOf(conferenceId);
        List<EndpointSession> all = new ArrayList<>();
        for (int key : log.endpointsOf(conferenceId)) {
            EndpointSession session = sessions.find(key);
            if (session == null || plan == null || session.outgoing().heldPackets() > 0) {
                return; // another time
            }
            all.add(session);
        }
        List<byte[]> records = new ArrayList<>();
        try {
            for (EndpointSession session : all) {
                records.add(endpoints.snapshotWithoutKeys(session, plans, nowNs));
            }
        } catch (StateException e) {
            return; // one that is in no plan yet
        }
        if (plan != null) {
            log.beginSegment(plan, all, records);
        }
    }
}
