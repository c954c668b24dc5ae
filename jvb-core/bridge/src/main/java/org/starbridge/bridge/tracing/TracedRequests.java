package org.starbridge.bridge.tracing;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.RelayModify;
import org.starbridge.control.conference.Colibri2Handler;

/**
 * Makes a span of each request. If the sender names its trace, the span is recorded if the sender records the trace;
 * otherwise it begins a trace. At most 2048 spans wait for the SDK's thread; more are dropped. The SDK logs what the
 * collector does not accept.
 */
final class TracedRequests implements ColibriRequests {
    private static final String SPAN = "colibri.request";
    /** So many ids are listed; the numbers are always complete. */
    private static final int MOST_IDS = 100;

    private static final Duration EXPORT_TIMEOUT = Duration.ofSeconds(5);
    private static final long CLOSE_TIMEOUT_SECONDS = 2;

    private static final AttributeKey<String> SERVICE_NAME = AttributeKey.stringKey("service.name");
    private static final AttributeKey<String> SERVICE_VERSION = AttributeKey.stringKey("service.version");
    private static final AttributeKey<String> TRANSPORT = AttributeKey.stringKey("colibri2.transport");
    private static final AttributeKey<String> MEETING = AttributeKey.stringKey("conference.id");
    private static final AttributeKey<String> NAME = AttributeKey.stringKey("colibri2.conference_name");
    private static final AttributeKey<Boolean> CREATE = AttributeKey.booleanKey("create");
    private static final AttributeKey<Boolean> EXPIRE = AttributeKey.booleanKey("expire");
    private static final AttributeKey<Long> ENDPOINTS = AttributeKey.longKey("colibri2.endpoints");
    private static final AttributeKey<List<String>> ENDPOINT_IDS = AttributeKey.stringArrayKey("colibri2.endpoint_ids");
    private static final AttributeKey<Long> RELAYS = AttributeKey.longKey("colibri2.relays");
    private static final AttributeKey<List<String>> RELAY_IDS = AttributeKey.stringArrayKey("colibri2.relay_ids");
    /** Of OpenTelemetry's semantic conventions. */
    private static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

    private static final AttributeKey<String> ERROR_REASON = AttributeKey.stringKey("colibri2.error.reason");

    private final Colibri2Handler handler;
    private final SdkTracerProvider provider;
    private final Tracer tracer;

    private TracedRequests(Colibri2Handler handler, SdkTracerProvider provider) {
        this.handler = handler;
        this.provider = provider;
        tracer = provider.get("org.starbridge.bridge");
    }

    static TracedRequests start(Colibri2Handler handler, TracingConfig config, String version) {
        OtlpHttpSpanExporter exporter = OtlpHttpSpanExporter.builder()
                .setEndpoint(config.address())
                .setTimeout(EXPORT_TIMEOUT)
                .build();
        SdkTracerProvider provider = SdkTracerProvider.builder()
                .setResource(
                        Resource.create(Attributes.of(SERVICE_NAME, config.serviceName(), SERVICE_VERSION, version)))
                .setSampler(Sampler.parentBased(Sampler.alwaysOn()))
                .addSpanProcessor(BatchSpanProcessor.builder(exporter).build())
                .build();
        return new TracedRequests(handler, provider);
    }

    @Override
    public ConferenceModified handle(ConferenceModify request, Transport transport, @Nullable TraceParent parent) {
        Span span = begin(request, transport, parent);
        try {
            return handler.handle(request);
        } catch (Colibri2Exception refusal) {
            span.setAttribute(ERROR_TYPE, refusal.condition().wireName());
            span.setAttribute(ERROR_REASON, refusal.reason().wireName());
            span.setStatus(StatusCode.ERROR, refusal.sentence());
            throw refusal;
        } catch (RuntimeException | Error e) {
            span.recordException(e);
            span.setAttribute(ERROR_TYPE, e.getClass().getName());
            span.setStatus(StatusCode.ERROR);
            throw e;
        } finally {
            span.end();
        }
    }

    private Span begin(ConferenceModify request, Transport transport, @Nullable TraceParent parent) {
        Span span = tracer.spanBuilder(SPAN)
                .setSpanKind(SpanKind.SERVER)
                .setParent(context(parent))
                .startSpan();
        if (span.isRecording()) {
            describe(span, request);
            span.setAttribute(TRANSPORT, transport.name());
        }
        return span;
    }

    private static void describe(Span span, ConferenceModify request) {
        span.setAttribute(MEETING, request.meetingId());
        String name = request.name();
        if (name != null) {
            span.setAttribute(NAME, name);
        }
        span.setAttribute(CREATE, request.create());
        span.setAttribute(EXPIRE, request.expire());
        span.setAttribute(ENDPOINTS, (long) request.endpoints().size());
        span.setAttribute(
                ENDPOINT_IDS,
                request.endpoints().stream()
                        .limit(MOST_IDS)
                        .map(EndpointModify::id)
                        .toList());
        span.setAttribute(RELAYS, (long) request.relays().size());
        span.setAttribute(
                RELAY_IDS,
                request.relays().stream().limit(MOST_IDS).map(RelayModify::id).toList());
    }

    private static Context context(@Nullable TraceParent parent) {
        if (parent == null) {
            return Context.root();
        }
        TraceFlags flags = parent.isSampled() ? TraceFlags.getSampled() : TraceFlags.getDefault();
        return Context.root()
                .with(Span.wrap(SpanContext.createFromRemoteParent(
                        parent.traceId(), parent.spanId(), flags, TraceState.getDefault())));
    }

    @Override
    public void close() {
        provider.shutdown().join(CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }
}
