package org.starbridge.bridge.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.media.api.MediaCounter;
import org.starbridge.media.api.MediaStats;
import org.starbridge.transport.counters.CounterDescriptor;
import org.starbridge.transport.counters.Counts;
import org.starbridge.transport.counters.SharedCounters;
import org.starbridge.transport.udp.IoTotals;

class StatsCollectorTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final BridgeFacts FACTS = new BridgeFacts(
            "0.1-test",
            Optional.of("eu-1"),
            Optional.empty(),
            Optional.empty(),
            "native",
            Optional.empty(),
            "libcrypto",
            4096,
            2048);

    private MediaStats media = MediaStats.NONE;
    private ConferenceFigures conferences = ConferenceFigures.NONE;
    private BridgeState state = new BridgeState(true, false, false, false);
    private double cpuUsage = -1;
    private int endpoints;

    private final StatsSources sources = new StatsSources(
            () -> media,
            () -> conferences,
            () -> endpoints,
            () -> state,
            () -> new JvmFigures(
                    31, 12, 231, 27_693_568, 46_137_344, 174, 9_000_000, 40, 1_795_223_844_560L, 3, 77_000, 0.25),
            () -> cpuUsage,
            InstantSource.fixed(Instant.parse("2026-01-02T03:04:05.678Z")));
    private final StatsCollector stats = collector(LoadConfig.Measurement.CPU_USAGE, true);

    private StatsCollector collector(LoadConfig.Measurement measurement, boolean jvm) {
        return new StatsCollector(
                FACTS,
                new StatsConfig(Duration.ofSeconds(5), jvm),
                new LoadConfig(measurement, 50_000, 0.9, 0.01),
                sources);
    }

    @Test
    void theIdleBridgeShowsZeroesAndItsState() {
        stats.collect(0);
        assertThat(stats.json())
                .containsEntry("conferences", 0L)
                .containsEntry("stress_level", 0.0)
                .containsEntry("healthy", true)
                .containsEntry("drain", false)
                .containsEntry("graceful_shutdown", false)
                .containsEntry("shutting_down", false)
                .containsEntry("average_participant_stress", 0.01)
                .containsEntry("threads", 31L)
                .containsEntry("current_timestamp", "2026-01-02 03:04:05.678")
                .containsEntry("version", "0.1-test")
                .containsEntry("region", "eu-1")
                .containsEntry("media_io", "native")
                .containsEntry("media_runs", "yes")
                .doesNotContainKeys("release", "relay_id", "muc_clients_connected");
    }

    @Test
    void whatTheKernelDroppedIsAbsentWherePlainJavaCannotKnowIt() {
        BridgeFacts nio = new BridgeFacts(
                "0.1-test",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "nio",
                Optional.of("a test"),
                "jce",
                4096,
                2048);
        StatsCollector portable = new StatsCollector(
                nio,
                new StatsConfig(Duration.ofSeconds(5), false),
                new LoadConfig(LoadConfig.Measurement.CPU_USAGE, 50_000, 0.9, 0.01),
                sources);
        assertThat(stats.json()).containsEntry("total_kernel_dropped_datagrams", 0L);
        assertThat(portable.json())
                .containsEntry("media_io", "nio")
                .containsEntry("media_runs", "no: a test")
                .doesNotContainKey("total_kernel_dropped_datagrams");
    }

    @Test
    void socketsTellHowWellTheirWorkIsBatched() {
        IoTotals io = new IoTotals(
                2,
                5,
                12,
                1,
                640,
                7,
                30,
                List.of(1L, 2L, 0L, 1L, 1L, 0L, 0L, 0L, 0L),
                List.of(0L, 0L, 0L, 0L, 0L, 3L, 0L, 0L, 0L));
        media = new MediaStats(Counts.none(MediaCounter.class), Map.of(), 0, io, 0.25);
        assertThat(stats.json())
                .containsEntry("media_ring_occupancy", 0.25)
                .containsEntry("total_udp_send_calls", 2L)
                .containsEntry("total_udp_datagrams_sent", 12L)
                .containsEntry("total_udp_run_fallbacks", 1L)
                .containsEntry("total_udp_padding_bytes_sent", 640L)
                .containsEntry("total_udp_receive_calls", 7L)
                .containsEntry("total_udp_datagrams_received", 30L)
                .containsEntry("total_udp_messages_sent_2", 2L)
                .containsEntry("total_udp_messages_sent_5-8", 1L)
                .containsEntry("total_udp_receives_9-16", 3L)
                .containsEntry("total_udp_receives_65+", 0L);
        assertThat(page("text/plain"))
                .contains("jitsi_jvb_udp_messages_sent_total{datagrams=\"2\"} 2.0")
                .contains("jitsi_jvb_udp_receives_total{datagrams=\"9-16\"} 3.0")
                .contains("jitsi_jvb_udp_datagrams_sent_total 12.0");
    }

    @Test
    void ratesAreTakenBetweenTwoTicks() {
        stats.collect(10 * SECOND_NS);
        media = traffic(2_100, 1_937_500, 4_200, 3_862_500);
        stats.collect(15 * SECOND_NS);
        assertThat(stats.json())
                .containsEntry("packet_rate_download", 420L)
                .containsEntry("packet_rate_upload", 840L)
                .containsEntry("bit_rate_download", 3_100L)
                .containsEntry("bit_rate_upload", 6_180L)
                .containsEntry("total_packets_received", 2_100L)
                .containsEntry("total_bytes_sent", 3_862_500L);
        assertThat(page("text/plain"))
                .contains("jitsi_jvb_incoming_bitrate 3100000.0", "jitsi_jvb_outgoing_packet_rate 840.0");
    }

    @Test
    void betweenTicksCountsAreFreshAndRatesStay() {
        stats.collect(0);
        media = traffic(500, 500_000, 0, 0);
        stats.collect(5 * SECOND_NS);
        media = traffic(900, 900_000, 0, 0);
        conferences = someConferences(0, 0);
        assertThat(stats.json())
                .containsEntry("packet_rate_download", 100L)
                .containsEntry("total_packets_received", 900L)
                .containsEntry("conferences", 3L);
    }

    @Test
    void ratesFallToZeroWhenNothingMoves() {
        stats.collect(0);
        media = traffic(500, 500_000, 700, 800_000);
        stats.collect(5 * SECOND_NS);
        stats.collect(10 * SECOND_NS);
        assertThat(stats.json()).containsEntry("packet_rate_upload", 0L).containsEntry("bit_rate_download", 0L);
    }

    @Test
    void twoTicksAtTheSameMomentKeepTheRates() {
        stats.collect(0);
        media = traffic(500, 500_000, 0, 0);
        stats.collect(5 * SECOND_NS);
        stats.collect(5 * SECOND_NS);
        assertThat(stats.json()).containsEntry("packet_rate_download", 100L);
    }

    @Test
    void monotonicTimeMayBeNegativeAndWrap() {
        stats.collect(Long.MAX_VALUE - SECOND_NS + 1);
        media = traffic(200, 0, 0, 0);
        stats.collect(Long.MIN_VALUE + SECOND_NS);
        assertThat(stats.json()).containsEntry("packet_rate_download", 100L);
    }

    @Test
    void lossIsWeightedByThePacketsOfEachDirection() {
        stats.collect(0);
        media = traffic(900, 0, 2_700, 0);
        conferences = someConferences(100, 1_000);
        stats.collect(SECOND_NS);
        assertThat(level("incoming_loss")).isEqualTo(0.1, within(1e-9));
        assertThat(level("outgoing_loss")).isEqualTo(0.02, within(1e-9));
        assertThat(level("overall_loss")).isEqualTo((0.1 * 900 + 0.02 * 2_700) / 3_600, within(1e-9));
    }

    @Test
    void lossOfAnEndpointThatLeavesIsNotForgotten() {
        conferences = leaving(100, 1_000, 0, 0);
        media = traffic(1_000, 0, 0, 0);
        stats.collect(0);
        conferences = leaving(0, 0, 150, 1_100);
        media = traffic(1_100, 0, 0, 0);
        stats.collect(SECOND_NS);
        assertThat(level("incoming_loss")).isEqualTo(0.5, within(1e-9));
    }

    private static ConferenceFigures leaving(long lost, long expected, long lostOfGone, long expectedOfGone) {
        return new ConferenceFigures(Counts.none(ConferenceGauge.class), lost, expected, 0, 0)
                .plusGone(lostOfGone, expectedOfGone);
    }

    @Test
    void stressIsCpuUsageOverItsThreshold() {
        cpuUsage = 0.45;
        stats.collect(0);
        assertThat(stats.stressLevel()).isEqualTo(0.5, within(1e-9));
        assertThat(level("stress_level")).isEqualTo(0.5, within(1e-9));
        cpuUsage = 0.99;
        stats.collect(SECOND_NS);
        assertThat(stats.stressLevel()).isEqualTo(1.1, within(1e-9));
    }

    @Test
    void stressCountsEndpointsThatHaveJustCome() {
        cpuUsage = 0.45;
        stats.collect(0);
        endpoints = 20;
        assertThat(stats.stressLevel()).isEqualTo(0.7, within(1e-9));
        assertThat(level("stress_level")).isEqualTo(0.7, within(1e-9));
        assertThat(stats.measuredStress()).isEqualTo(0.5, within(1e-9));
    }

    @Test
    void stressMayBeThePacketRateOverItsThreshold() {
        StatsCollector byPackets = collector(LoadConfig.Measurement.PACKET_RATE, true);
        byPackets.collect(0);
        media = traffic(10_000, 0, 15_000, 0);
        byPackets.collect(SECOND_NS);
        assertThat(byPackets.stressLevel()).isEqualTo(0.5, within(1e-9));
    }

    @Test
    void everyConferenceFigureReachesItsKey() {
        stats.meters().show(someEvents());
        conferences = someConferences(0, 0);
        assertThat(stats.json())
                .containsEntry("conferences", 3L)
                .containsEntry("inactive_conferences", 2L)
                .containsEntry("p2p_conferences", 1L)
                .containsEntry("largest_conference", 10L)
                .containsEntry("endpoints", 14L)
                .containsEntry("participants", 14L)
                .containsEntry("local_endpoints", 14L)
                .containsEntry("octo_endpoints", 0L)
                .containsEntry("local_active_endpoints", 11L)
                .containsEntry("inactive_endpoints", 4L)
                .containsEntry("receive_only_endpoints", 5L)
                .containsEntry("endpoints_sending_audio", 6L)
                .containsEntry("endpoints_sending_video", 7L)
                .containsEntry("visitors", 8L)
                .containsEntry("endpoints_with_high_outgoing_loss", 9L)
                .containsEntry("total_conferences_created", 101L)
                .containsEntry("total_conferences_completed", 102L)
                .containsEntry("total_conference_seconds", 103L)
                .containsEntry("total_participants", 104L)
                .containsEntry("total_visitors", 105L)
                .containsEntry("total_ice_succeeded", 106L)
                .containsEntry("total_ice_failed", 107L)
                .containsEntry("dtls_failed_endpoints", 108L)
                .containsEntry("total_colibri_web_socket_messages_received", 109L)
                .containsEntry("total_colibri_web_socket_messages_sent", 110L)
                .containsEntry("total_data_channel_messages_received", 113L)
                .containsEntry("total_data_channel_messages_sent", 114L)
                .containsEntry("total_refused_channels", 115L)
                .doesNotContainKey("")
                .containsEntry("rtt_aggregate", 12.5);
    }

    @Test
    void metricsHaveTheNamesThatDeploymentsKnow() {
        stats.meters().show(someEvents());
        conferences = someConferences(0, 0);
        for (String accept : List.of("text/plain", "application/openmetrics-text")) {
            assertThat(page(accept).lines())
                    .contains(
                            "jitsi_jvb_conferences 3.0",
                            "jitsi_jvb_conferences_created_total 101.0",
                            "jitsi_jvb_conferences_completed_total 102.0",
                            "jitsi_jvb_conference_seconds_total 103.0",
                            "jitsi_jvb_endpoints_total 104.0",
                            "jitsi_jvb_current_endpoints 14.0",
                            "jitsi_jvb_local_endpoints 14.0",
                            "jitsi_jvb_visitors_total 105.0",
                            "jitsi_jvb_current_visitors 8.0",
                            "jitsi_jvb_ice_succeeded_total 106.0",
                            "jitsi_jvb_endpoints_dtls_failed_total 108.0",
                            "jitsi_jvb_colibri_web_socket_close_normal_total 111.0",
                            "jitsi_jvb_colibri_web_socket_close_abnormal_total 112.0",
                            "jitsi_jvb_refused_total{what=\"channels\"} 115.0",
                            "jitsi_jvb_average_rtt 12.5",
                            "jitsi_jvb_healthy 1.0",
                            "jitsi_jvb_drain_mode 0.0",
                            "jitsi_jvb_thread_count 31.0",
                            "jitsi_jvb_jvm_gc_count 12.0",
                            "jitsi_jvb_jvm_gc_pause_max 3.0",
                            "jitsi_jvb_media_allocated_bytes_total 77000.0",
                            "jitsi_jvb_stress 0.0")
                    .anyMatch(line -> line.startsWith("jitsi_jvb_build{") && line.contains("srtp_crypto=\"libcrypto\""))
                    .allMatch(line -> line.startsWith("#") || line.startsWith("jitsi_jvb_"));
        }
    }

    @Test
    void dropsAreCountedByReasonEvenIfTheReasonAppearsLate() {
        stats.collect(0);
        assertThat(page("text/plain")).doesNotContain("dropped_packets_total{");
        media = dropping(Map.of("replayed", 4L));
        assertThat(page("text/plain")).contains("jitsi_jvb_dropped_packets_total{reason=\"replayed\"} 4.0");
        media = dropping(Map.of("replayed", 5L, "unknown_ssrc", 2L));
        assertThat(page("text/plain"))
                .contains(
                        "jitsi_jvb_dropped_packets_total{reason=\"replayed\"} 5.0",
                        "jitsi_jvb_dropped_packets_total{reason=\"unknown_ssrc\"} 2.0");
        assertThat(stats.json())
                .containsEntry("total_dropped_packets_replayed", 5L)
                .containsEntry("total_dropped_packets_unknown_ssrc", 2L);
    }

    @Test
    void thePageIsWrittenAsTheReaderAsks() throws JsonProcessingException {
        stats.meters().show(someEvents());
        conferences = someConferences(0, 0);
        media = dropping(Map.of("replayed", 4L));
        assertThat(stats.metrics(null).contentType()).isEqualTo("text/plain; version=0.0.4; charset=utf-8");
        assertThat(stats.metrics(null).body()).doesNotContain("# EOF");
        assertThat(stats.metrics("*/*").contentType())
                .isEqualTo("application/openmetrics-text; version=1.0.0; charset=utf-8");
        assertThat(stats.metrics("*/*").body()).endsWith("# EOF\n");
        MetricsPage json = stats.metrics("application/json");
        assertThat(json.contentType()).isEqualTo("application/json");
        JsonNode tree = new ObjectMapper().readTree(json.body());
        assertThat(tree.get("conferences_created_total").asLong()).isEqualTo(101);
        assertThat(tree.get("refused_total{what=channels}").asLong()).isEqualTo(115);
        assertThat(tree.get("healthy").isBoolean()).isTrue();
        assertThat(tree.get("dropped_packets_total{reason=replayed}").asLong()).isEqualTo(4);
    }

    @Test
    void figuresOfOthersHaveTheSameNamesOnEveryPage() throws JsonProcessingException {
        stats.meters()
                .count(
                        CounterDescriptor.named("preemptive_keyframe_requests_sent", "preemptive_kfr_sent", "A test."),
                        () -> 3);
        stats.meters().count("xmpp_requests", "A test.", () -> 4);
        stats.meters().gaugeAs("mucs_configured", "mucs_connected", "A test.", () -> 5);

        assertThat(stats.json())
                .containsEntry("preemptive_kfr_sent", 3L)
                .containsEntry("total_xmpp_requests", 4L)
                .containsEntry("mucs_configured", 5L);
        assertThat(page("text/plain"))
                .contains(
                        "jitsi_jvb_preemptive_keyframe_requests_sent_total 3.0",
                        "jitsi_jvb_xmpp_requests_total 4.0",
                        "jitsi_jvb_mucs_connected 5.0");
        JsonNode tree = new ObjectMapper().readTree(page("application/json"));
        assertThat(tree.get("preemptive_keyframe_requests_sent_total").asLong()).isEqualTo(3);
        assertThat(tree.get("xmpp_requests_total").asLong()).isEqualTo(4);
        assertThat(tree.get("mucs_connected").asLong()).isEqualTo(5);
    }

    @Test
    void collectionsAndAllocationAreInTheFlatObject() {
        assertThat(stats.json())
                .containsEntry("gc_count", 12L)
                .containsEntry("gc_time_ms", 231L)
                .containsEntry("gc_pause_max_ms", 3L)
                .containsEntry("media_allocated_bytes", 77_000L);
    }

    @Test
    void figuresOfTheJavaMachineCanBeLeftOut() {
        StatsCollector without = collector(LoadConfig.Measurement.CPU_USAGE, false);
        assertThat(without.json()).doesNotContainKey("threads");
        assertThat(without.metrics(null).body()).doesNotContain("jvm_heap");
    }

    @Test
    void thisProcessHasFigures() {
        JvmFigures jvm;
        try (CollectionPauses pauses = CollectionPauses.watch()) {
            jvm = JvmFigures.ofThisProcess(
                    pauses, new StealTime(), Thread.currentThread().threadId());
        }
        assertThat(jvm.mediaAllocatedBytes()).isPositive();
        assertThat(jvm.threads()).isPositive();
        assertThat(jvm.heapUsedBytes()).isPositive();
        assertThat(jvm.startedAtMs()).isPositive();
        assertThat(StatsSources.systemCpuUsage().getAsDouble()).isLessThanOrEqualTo(1);
    }

    private double level(String key) {
        return stats.json().get(key) instanceof Double number ? number : Double.NaN;
    }

    private String page(String accept) {
        return stats.metrics(accept).body();
    }

    private static MediaStats traffic(long packetsIn, long bytesIn, long packetsOut, long bytesOut) {
        return new MediaStats(
                Counts.of(
                        MediaCounter.class,
                        Map.of(
                                MediaCounter.PACKETS_RECEIVED,
                                packetsIn,
                                MediaCounter.BYTES_RECEIVED,
                                bytesIn,
                                MediaCounter.PACKETS_SENT,
                                packetsOut,
                                MediaCounter.BYTES_SENT,
                                bytesOut)),
                Map.of(),
                0,
                IoTotals.none(),
                0);
    }

    private static MediaStats dropping(Map<String, Long> reasons) {
        return new MediaStats(Counts.none(MediaCounter.class), reasons, 0, IoTotals.none(), 0);
    }

    private static ConferenceFigures someConferences(long lost, long expected) {
        return new ConferenceFigures(
                Counts.of(
                        ConferenceGauge.class,
                        Map.ofEntries(
                                Map.entry(ConferenceGauge.CONFERENCES, 3L),
                                Map.entry(ConferenceGauge.INACTIVE_CONFERENCES, 2L),
                                Map.entry(ConferenceGauge.P2P_CONFERENCES, 1L),
                                Map.entry(ConferenceGauge.LARGEST_CONFERENCE, 10L),
                                Map.entry(ConferenceGauge.ENDPOINTS, 14L),
                                Map.entry(ConferenceGauge.ACTIVE_ENDPOINTS, 11L),
                                Map.entry(ConferenceGauge.INACTIVE_ENDPOINTS, 4L),
                                Map.entry(ConferenceGauge.RECEIVE_ONLY_ENDPOINTS, 5L),
                                Map.entry(ConferenceGauge.ENDPOINTS_SENDING_AUDIO, 6L),
                                Map.entry(ConferenceGauge.ENDPOINTS_SENDING_VIDEO, 7L),
                                Map.entry(ConferenceGauge.VISITORS, 8L),
                                Map.entry(ConferenceGauge.ENDPOINTS_WITH_HIGH_OUTGOING_LOSS, 9L),
                                Map.entry(ConferenceGauge.OVERSENDING_ENDPOINTS, 21L),
                                Map.entry(ConferenceGauge.ENDPOINTS_WITH_SUSPENDED_SOURCES, 22L),
                                Map.entry(ConferenceGauge.ENDPOINTS_WITH_SPURIOUS_REMB, 23L))),
                lost,
                expected,
                0.02,
                12.5);
    }

    /** Each with a total of its own, from 101. */
    private static SharedCounters<ConferenceCounter> someEvents() {
        SharedCounters<ConferenceCounter> events = new SharedCounters<>(ConferenceCounter.class);
        long total = 101;
        for (ConferenceCounter counter : List.of(
                ConferenceCounter.CONFERENCES_CREATED,
                ConferenceCounter.CONFERENCES_COMPLETED,
                ConferenceCounter.CONFERENCE_SECONDS,
                ConferenceCounter.ENDPOINTS_CREATED,
                ConferenceCounter.VISITORS_CREATED,
                ConferenceCounter.ICE_SUCCEEDED,
                ConferenceCounter.ICE_FAILED,
                ConferenceCounter.DTLS_FAILED,
                ConferenceCounter.CHANNEL_MESSAGES_RECEIVED,
                ConferenceCounter.CHANNEL_MESSAGES_SENT,
                ConferenceCounter.CHANNELS_CLOSED_NORMALLY,
                ConferenceCounter.CHANNELS_CLOSED_ABNORMALLY,
                ConferenceCounter.DATA_CHANNEL_MESSAGES_RECEIVED,
                ConferenceCounter.DATA_CHANNEL_MESSAGES_SENT,
                ConferenceCounter.CHANNELS_REFUSED)) {
            events.add(counter, total++);
        }
        return events;
    }
}
