package org.starbridge.bridge.app.monitor;

import java.util.Locale;
import org.starbridge.bridge.app.media.MediaStack;
import org.starbridge.bridge.doctor.SelfExamination;
import org.starbridge.bridge.export.ExportService;
import org.starbridge.bridge.hls.HlsCounter;
import org.starbridge.bridge.hls.HlsService;
import org.starbridge.bridge.recording.RecordingCounter;
import org.starbridge.bridge.recording.RecordingService;
import org.starbridge.bridge.stats.ComponentMeters;
import org.starbridge.bridge.transcode.Transcoders;
import org.starbridge.bridge.webhook.Webhooks;
import org.starbridge.control.channel.ChannelMemory;
import org.starbridge.control.datachannel.SctpTransports;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.media.runner.FaultReporter;
import org.starbridge.transport.counters.CounterDescriptor;
import org.starbridge.transport.counters.SharedCounters;
import org.starbridge.transport.sctp.SctpDropReason;

/** Counts of what the control surfaces refused, dropped or put off, among the statistics: one counter per limit. */
public final class ControlCounters {
    private ControlCounters() {}

    /** Of data channels. */
    public static void show(ComponentMeters meters, SctpTransports data) {
        for (SctpDropReason reason : SctpDropReason.values()) {
            meters.count(
                    CounterDescriptor.labelled(
                            "sctp_refused",
                            "reason",
                            reason.name().toLowerCase(Locale.ROOT),
                            "SCTP packets and chunks of peers that were refused, by reason."),
                    () -> data.refused().count(reason));
        }
        meters.count(
                "sctp_packets_overrun",
                "SCTP packets dropped because their association was busy; the peer retransmits them.",
                data::packetsRefused);
        meters.count(
                "data_channel_messages_ignored",
                "Ignored data channels over videobridge.sctp.max-channels, and ignored messages.",
                data::opensRefused);
    }

    /** Of what the bridge found of itself at its start. */
    public static void show(ComponentMeters meters, SelfExamination doctor) {
        meters.gauge(
                "doctor_errors",
                "Errors found by the check at start: they keep clients from reaching the bridge.",
                doctor::errors);
        meters.gauge(
                "doctor_warnings",
                "Warnings of the check at start: the bridge works, but less well than it could.",
                doctor::warnings);
    }

    /** Of HLS, if it is on. */
    public static void show(ComponentMeters meters, HlsService hls) {
        SharedCounters<HlsCounter> counters = hls.counters();
        if (counters != null) {
            meters.show(counters);
            meters.gauge("hls_programs", "HLS programs (rooms and sources) that are served.", hls::programCount);
            meters.gauge("hls_waiting_requests", "HLS requests that wait for media.", hls::waitingCount);
            meters.gauge(
                    "hls_connections",
                    "Open connections with HLS requests: one or two for each viewer, a few in total behind a cache.",
                    hls::connectionCount);
            Transcoders transcoders = hls.transcoders();
            if (transcoders != null) {
                show(meters, transcoders);
            }
        }
    }

    private static void show(ComponentMeters meters, Transcoders transcoders) {
        meters.show(transcoders.counters());
        meters.gauge("hls_transcoders", "Sources that are transcoded for HLS.", transcoders::count);
    }

    /** Of recordings, if they are on. */
    public static void show(ComponentMeters meters, RecordingService recordings) {
        SharedCounters<RecordingCounter> counters = recordings.counters();
        if (counters != null) {
            meters.show(counters);
            meters.gauge("recordings", "Recordings in progress.", recordings::count);
            meters.gauge(
                    "recording_pending_bytes",
                    "Bytes of recordings that are queued for the disk.",
                    recordings::pendingBytes);
        }
    }

    /** Of media exports. */
    public static void show(ComponentMeters meters, ExportService exports) {
        meters.show(exports.counters());
        meters.gauge("exporters", "Media exports in progress.", exports::count);
    }

    /** Of webhooks. */
    public static void show(ComponentMeters meters, Webhooks webhooks) {
        meters.show(webhooks.counters());
        meters.gauge("webhooks_waiting", "Webhook events that wait for a receiver.", webhooks::waiting);
    }

    /** Of the memory of bridge channels. */
    public static void show(ComponentMeters meters, ChannelMemory memory) {
        meters.gauge(
                "channel_pending_bytes",
                "Bytes of messages and packets queued in bridge channels, without the first 16 KiB of each channel.",
                memory::takenBytes);
        meters.count(
                "channel_memory_refusals",
                "Messages and packets of bridge channels dropped because of"
                        + " starbridge.channel.max-total-pending-size.",
                memory::refusals);
    }

    static void show(ComponentMeters meters, ConferenceCounters conferences) {
        meters.show(conferences.events());
        meters.show(conferences.warnings());
        meters.count(
                CounterDescriptor.named("endpoints_ice_failed", "endpoints_ice_failed", "Endpoints whose ICE failed."),
                () -> conferences.get(ConferenceCounter.ICE_FAILED));
    }

    static void show(ComponentMeters meters, FaultReporter faults, BridgeHealth health) {
        meters.count("media_faults", "Internal errors of media workers.", faults::faults);
        meters.count("worker_stalls", "Times that a media worker did not respond.", health::workerStalls);
        meters.count(
                "endpoints_given_up_for_memory",
                "Endpoints dropped because native memory was exhausted.",
                faults::givenUp);
    }

    static void show(ComponentMeters meters, MediaStack media) {
        meters.count(
                "dtls_handshakes_refused",
                "Times that a DTLS handshake was postponed because too many others were in progress.",
                media::handshakesRefused);
        meters.count(CounterDescriptor.refused("dtls_certificates"), media::certificatesRefused);
    }
}
