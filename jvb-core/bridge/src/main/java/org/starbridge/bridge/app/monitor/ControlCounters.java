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
import org.starbridge.control.channel.ChannelMemory;
import org.starbridge.control.datachannel.SctpTransports;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.media.runner.FaultReporter;
import org.starbridge.transport.counters.CounterDescriptor;
import org.starbridge.transport.counters.SharedCounters;
import org.starbridge.transport.sctp.SctpDropReason;

/** What the control surfaces refused, dropped or put off, among the statistics: one counter per limit. */
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
                            "What SCTP associations refused of what their peers sent."),
                    () -> data.refused().count(reason));
        }
        meters.count(
                "sctp_packets_overrun",
                "SCTP packets dropped because their association was busy; they come again.",
                data::packetsRefused);
        meters.count(
                "data_channel_messages_ignored",
                "Data channels opened beyond videobridge.sctp.max-channels, and messages on them or without a meaning.",
                data::opensRefused);
    }

    /** Of what the bridge found of itself at its start. */
    public static void show(ComponentMeters meters, SelfExamination doctor) {
        meters.gauge(
                "doctor_errors", "What keeps clients from reaching the bridge, found at its start.", doctor::errors);
        meters.gauge(
                "doctor_warnings", "What lets it work less well than it could, found at its start.", doctor::warnings);
    }

    /** Of HLS, if it is on. */
    public static void show(ComponentMeters meters, HlsService hls) {
        SharedCounters<HlsCounter> counters = hls.counters();
        if (counters != null) {
            meters.show(counters);
            meters.gauge("hls_programs", "Rooms and sources that are served by HLS.", hls::programCount);
            meters.gauge("hls_waiting_requests", "Requests of HLS that wait for media.", hls::waitingCount);
            meters.gauge(
                    "hls_connections",
                    "Open connections that requested HLS: a viewer has one or two, a cache a few for all viewers.",
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
            meters.gauge("recordings", "Recordings that go on.", recordings::count);
            meters.gauge(
                    "recording_pending_bytes", "Bytes of recordings that wait for the disk.", recordings::pendingBytes);
        }
    }

    /** Of media exports. */
    public static void show(ComponentMeters meters, ExportService exports) {
        meters.show(exports.counters());
        meters.gauge("exporters", "Media exports that go on.", exports::count);
    }

    /** Of the memory of bridge channels. */
    public static void show(ComponentMeters meters, ChannelMemory memory) {
        meters.gauge(
                "channel_pending_bytes",
                "Memory of messages and packets that wait in bridge channels, beyond 16 KiB of each channel.",
                memory::takenBytes);
        meters.count(
                "channel_memory_refusals",
                "Messages to clients and packets of clients that found starbridge.channel.max-total-pending-size used"
                        + " up.",
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
        meters.count("media_faults", "Bugs met on media workers.", faults::faults);
        meters.count("worker_stalls", "Times that a media worker was found not to turn.", health::workerStalls);
        meters.count(
                "endpoints_given_up_for_memory",
                "Endpoints that ended because native memory was used up.",
                faults::givenUp);
    }

    static void show(ComponentMeters meters, MediaStack media) {
        meters.count(
                "dtls_handshakes_refused",
                "Times that a DTLS handshake was put off because too many others were under way.",
                media::handshakesRefused);
        meters.count(CounterDescriptor.refused("dtls_certificates"), media::certificatesRefused);
    }
}
