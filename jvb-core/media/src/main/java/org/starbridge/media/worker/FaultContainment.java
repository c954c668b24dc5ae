package org.starbridge.media.worker;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ErrorHandler;
import org.starbridge.media.api.Fault;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.endpoint.EndpointTable;
import org.starbridge.media.endpoint.FaultContext;
import org.starbridge.media.plan.PlanInstaller;
import org.starbridge.media.session.EndpointAdmission;
import org.starbridge.media.session.EndpointRemoval;
import org.starbridge.rtp.memory.OutOfNativeMemoryException;

/**
 * Limit to what a bug on a worker's thread may cost: the conference in which it was met, and no other conference. Owned
 * by the worker.
 */
final class FaultContainment {
    private final int worker;
    private final ErrorHandler errors;
    private final FaultContext context;
    private final EndpointTable sessions;
    private final PlanInstaller membership;
    private final EndpointRemoval removal;
    private long faults;

    FaultContainment(
            int worker,
            ErrorHandler errors,
            FaultContext context,
            EndpointTable sessions,
            PlanInstaller membership,
            EndpointRemoval removal) {
        this.worker = worker;
        this.errors = errors;
        this.context = context;
        this.sessions = sessions;
        this.membership = membership;
        this.removal = removal;
    }

    /** A bug, met while the worker works for what the context says. */
    void onFault(String where, Throwable cause) {
        onFault(where, context.conferenceId(), cause);
    }

    /**
     * A bug: the conference for which the worker was working ends here and, through the handler, everywhere; all others
     * go on. A machine that is out of memory or broken is no conference's fault, so that is left to the thread.
     */
    void onFault(String where, @Nullable String conferenceId, Throwable cause) {
        if (cause instanceof VirtualMachineError machine && !(cause instanceof StackOverflowError)) {
            throw machine;
        }
        EndpointSession session = context.session();
        if (cause instanceof OutOfNativeMemoryException lack && session != null) {
            onNoMemory(where, lack);
            giveUp(session);
            return;
        }
        faults++;
        errors.onFault(new Fault(worker, where, conferenceId, cause));
        if (conferenceId != null) {
            onConferenceFailed(conferenceId);
        }
    }

    /** There is no memory for one endpoint: no bug, but the operator should know. */
    void onNoMemory(String where, OutOfNativeMemoryException cause) {
        errors.onFault(new Fault(worker, where, null, cause));
    }

    /**
     * There is no memory for one endpoint: only this endpoint ends, and control is informed as of a failed handshake.
     */
    private void giveUp(EndpointSession session) {
        releasing(() -> session.onKeysFailed(EndpointAdmission.NO_MEMORY));
        releasing(() -> removal.onExpire(session.route()));
    }

    /** Drops all that this worker has of a conference. What fails in that, fails alone. */
    void onConferenceFailed(String conferenceId) {
        releasing(() -> membership.end(conferenceId));
        for (EndpointSession session : List.copyOf(sessions.all())) {
            if (session.spec().conferenceId().equals(conferenceId)) {
                releasing(() -> removal.onExpire(session.route()));
            }
        }
    }

    private void releasing(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            faults++;
            errors.onFault(new Fault(worker, "the end of a failed conference", null, e));
        }
    }

    /** Bugs so far. */
    long faults() {
        return faults;
    }
}
