/**
 * Spans of Colibri2 requests for a collector of OpenTelemetry. A request comes in with the span of its sender (W3C
 * Trace Context); it is carried out by the thread that brings it, and its span leaves over OTLP from a thread of the
 * SDK. Off by default; the SDK is not loaded then.
 */
@NullMarked
package org.starbridge.bridge.tracing;

import org.jspecify.annotations.NullMarked;
