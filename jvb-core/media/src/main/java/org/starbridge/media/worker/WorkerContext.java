package org.starbridge.media.worker;

import org.starbridge.media.api.ErrorHandler;
import org.starbridge.media.blackbox.WorkerLog;
import org.starbridge.media.demux.AddressAnnouncements;
import org.starbridge.media.demux.UfragTable;
import org.starbridge.media.ring.RingNotifier;
import org.starbridge.media.source.KeyFrameRequestSink;
import org.starbridge.media.speech.SpeechMonitor;
import org.starbridge.transport.udp.MultiPortSocket;

/**
 * Context of one worker: what it has of its own from outside, and how it reaches the other workers.
 *
 * @param index its number among the workers, from 0
 * @param settings what all workers have in common
 * @param port its sockets
 * @param ufrags the user fragments of all workers' endpoints
 * @param notifier wakes other workers
 * @param keyFrameRequests reaches the worker of a source
 * @param announcements reach all other workers
 * @param speech listens to the conferences whose levels go to this worker
 * @param log has what comes and goes, if that is wanted
 * @param errors is called with exceptions
 */
record WorkerContext(
        int index,
        WorkerSettings settings,
        MultiPortSocket port,
        UfragTable ufrags,
        RingNotifier notifier,
        KeyFrameRequestSink keyFrameRequests,
        AddressAnnouncements announcements,
        SpeechMonitor speech,
        WorkerLog log,
        ErrorHandler errors) {}
