package org.starbridge.bridge.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.colibri.xml.XmlElement;

/** Who caused a request, as HTTP headers and Jicofo's element say it. */
class TraceParentTest {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String SPAN = "b7ad6b7169203331";

    private static XmlElement request(String traceId, String spanId, String flags) {
        XmlElement element = XmlElement.of(
                "jitsi:opentelemetry",
                "traceparent",
                Map.of("trace_id", traceId, "parent_id", spanId, "trace_flags", flags));
        return new XmlElement("jitsi:colibri2", "conference-modify", Map.of(), "", List.of(element));
    }

    @Test
    void isReadFromTheHeaderAndTheElement() {
        TraceParent sampled = new TraceParent(TRACE, SPAN, true);
        assertThat(TraceParent.ofHeader(List.of("00-" + TRACE + "-" + SPAN + "-01")))
                .isEqualTo(sampled);
        assertThat(TraceParent.ofElement(request(TRACE, SPAN, "03"))).isEqualTo(sampled);
        assertThat(TraceParent.ofElement(request(TRACE, SPAN, "00"))).isEqualTo(new TraceParent(TRACE, SPAN, false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
                "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
                "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
            })
    void aHeaderThatIsNotWellFormedIsNone(String header) {
        assertThat(TraceParent.ofHeader(List.of(header))).isNull();
    }

    @Test
    void nothingOrTwoHeadersAreNone() {
        String header = "00-" + TRACE + "-" + SPAN + "-01";
        assertThat(TraceParent.ofHeader(List.of())).isNull();
        assertThat(TraceParent.ofHeader(List.of(header, header))).isNull();
    }

    @Test
    void anElementWithoutTraceIsNone() {
        assertThat(TraceParent.ofElement(request("0".repeat(32), "0".repeat(16), "00")))
                .isNull();
        assertThat(TraceParent.ofElement(request(TRACE, SPAN, ""))).isNull();
        assertThat(TraceParent.ofElement(XmlElement.of("jitsi:colibri2", "conference-modify", Map.of())))
                .isNull();
    }
}
