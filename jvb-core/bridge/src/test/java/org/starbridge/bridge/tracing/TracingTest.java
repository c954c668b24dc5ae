package org.starbridge.bridge.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;

/** Spans of a running bridge, as a collector gets them; their bytes are read by OpenTelemetry's own definitions. */
@Timeout(60)
class TracingTest {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "b7ad6b7169203331";
    private static final String CREATE = """
            {"meeting-id":"traced","name":"standup@conference.example","create":true,"endpoints":[
              {"id":"0000000a","create":true,"capabilities":["source-names"],"transport":{}}]}""";
    private static final String UNKNOWN = """
            {"meeting-id":"gone","endpoints":[{"id":"0000000a","expire":true},{"id":"0000000b","expire":true}]}""";

    private final List<ResourceSpans> received = new CopyOnWriteArrayList<>();
    private final List<String> contentTypes = new CopyOnWriteArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpServer collector;

    TracingTest() throws IOException {
        collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/v1/traces", this::onExport);
        collector.start();
    }

    @AfterEach
    void close() {
        client.shutdownNow();
        collector.stop(0);
    }

    private void onExport(HttpExchange exchange) throws IOException {
        try (exchange) {
            contentTypes.add(exchange.getRequestHeaders().getFirst("Content-Type"));
            received.addAll(ExportTraceServiceRequest.parseFrom(exchange.getRequestBody())
                    .getResourceSpansList());
            exchange.sendResponseHeaders(200, -1);
        }
    }

    private String address() {
        return "http://127.0.0.1:" + collector.getAddress().getPort();
    }

    private void post(Bridge bridge, String body, int status, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + bridge.privatePort() + "/colibri/v2/conferences"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body));
        for (String header : headers) {
            request.header("traceparent", header);
        }
        HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    }

    private List<Span> spans() {
        return received.stream()
                .map(ResourceSpans::getScopeSpansList)
                .flatMap(List::stream)
                .map(ScopeSpans::getSpansList)
                .flatMap(List::stream)
                .toList();
    }

    private static Map<String, AnyValue> attributes(List<KeyValue> attributes) {
        return attributes.stream().collect(Collectors.toMap(KeyValue::getKey, KeyValue::getValue));
    }

    private static String text(Map<String, AnyValue> attributes, String key) {
        return attributes.getOrDefault(key, AnyValue.getDefaultInstance()).getStringValue();
    }

    private static List<String> texts(Map<String, AnyValue> attributes, String key) {
        return attributes.getOrDefault(key, AnyValue.getDefaultInstance()).getArrayValue().getValuesList().stream()
                .map(AnyValue::getStringValue)
                .toList();
    }

    private static String hex(ByteString bytes) {
        return HexFormat.of().formatHex(bytes.toByteArray());
    }

    @Test
    void eachRequestIsASpanOfTheTraceThatItsSenderNames() throws Exception {
        try (Bridge bridge = FreePorts.bridge(
                "tracing.enabled", "true",
                "tracing.service-name", "jvb-7",
                "starbridge.tracing.endpoint", address())) {
            post(bridge, CREATE, 200, "00-" + TRACE + "-" + PARENT + "-01");
            post(bridge, UNKNOWN, 404, "00-" + TRACE + "-" + PARENT + "-01");
            post(bridge, UNKNOWN, 404, "00-" + TRACE + "-" + PARENT + "-00"); // its sender does not record it
            post(bridge, UNKNOWN, 404);
        } // closing sends what waits

        assertThat(contentTypes).containsOnly("application/x-protobuf");
        assertThat(received)
                .allSatisfy(
                        each -> assertThat(text(attributes(each.getResource().getAttributesList()), "service.name"))
                                .isEqualTo("jvb-7"));
        List<Span> spans = spans();
        assertThat(spans).hasSize(3).allSatisfy(each -> {
            assertThat(each.getName()).isEqualTo("colibri.request");
            assertThat(each.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_SERVER);
            assertThat(each.getEndTimeUnixNano()).isGreaterThanOrEqualTo(each.getStartTimeUnixNano());
        });

        Span created = spans.getFirst();
        assertThat(hex(created.getTraceId())).isEqualTo(TRACE);
        assertThat(hex(created.getParentSpanId())).isEqualTo(PARENT);
        assertThat(created.getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_UNSET);
        Map<String, AnyValue> facts = attributes(created.getAttributesList());
        assertThat(text(facts, "conference.id")).isEqualTo("traced");
        assertThat(text(facts, "colibri2.conference_name")).isEqualTo("standup@conference.example");
        assertThat(text(facts, "colibri2.transport")).isEqualTo("REST");
        assertThat(facts.get("create"))
                .isEqualTo(AnyValue.newBuilder().setBoolValue(true).build());
        assertThat(facts.get("colibri2.endpoints"))
                .isEqualTo(AnyValue.newBuilder().setIntValue(1).build());
        assertThat(texts(facts, "colibri2.endpoint_ids")).containsExactly("0000000a");

        Span refused = spans.get(1);
        assertThat(hex(refused.getTraceId())).isEqualTo(TRACE);
        assertThat(hex(refused.getParentSpanId())).isEqualTo(PARENT);
        assertThat(refused.getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_ERROR);
        assertThat(refused.getStatus().getMessage()).contains("gone");
        Map<String, AnyValue> faults = attributes(refused.getAttributesList());
        assertThat(text(faults, "error.type")).isEqualTo("item-not-found");
        assertThat(text(faults, "colibri2.error.reason")).isEqualTo("conference_not_found");
        assertThat(texts(faults, "colibri2.endpoint_ids")).containsExactly("0000000a", "0000000b");

        Span begun = spans.get(2);
        assertThat(begun.getParentSpanId().isEmpty()).isTrue();
        assertThat(hex(begun.getTraceId())).isNotEqualTo(TRACE).isNotEqualTo("0".repeat(32));
    }

    @Test
    void byDefaultNothingIsSent() throws Exception {
        try (Bridge bridge = FreePorts.bridge("starbridge.tracing.endpoint", address())) {
            post(bridge, CREATE, 200, "00-" + TRACE + "-" + PARENT + "-01");
        }
        assertThat(contentTypes).isEmpty();
    }
}
