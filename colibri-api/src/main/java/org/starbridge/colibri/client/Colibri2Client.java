package org.starbridge.colibri.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.json.Colibri2Json;
import org.starbridge.colibri.json.JsonCursor;
import org.starbridge.colibri.json.JsonFaultException;
import org.starbridge.colibri.json.StrictJson;

/**
 * Asks a bridge for conferences over its REST interface, and for its health, version and statistics.
 *
 * <p>Calls block until the answer is complete; any thread, any number at once. Each throws
 *
 * <ul>
 *   <li>{@link Colibri2Exception} if the bridge refused the request,
 *   <li>{@link IOException} if no usable answer came, with the URL and what to look at next.
 * </ul>
 */
public final class Colibri2Client implements ConferenceRequests {
    /** Jicofo gives a bridge this long before it gives it up. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(15);

    private static final String CONFERENCES = "/colibri/v2/conferences";
    private static final int MAX_ERROR_CHARS = 300;
    private static final StrictJson JSON = new StrictJson(Colibri2Json.MAX_BODY_CHARS, Colibri2Json.MAX_STRING_CHARS);

    /** Jetty's error page: the sentence stands in the row MESSAGE. */
    private static final Pattern ERROR_PAGE_MESSAGE = Pattern.compile("MESSAGE:</th><td>([^<]{0,2000})</td>");

    private final URI bridge;
    private final Duration timeout;
    private final HttpClient http;

    /** A client of the bridge whose private HTTP server is at {@code bridge}, for example {@code http://host:8080}. */
    public Colibri2Client(URI bridge) {
        this(bridge, DEFAULT_TIMEOUT);
    }

    /**
     * @param bridge scheme, host and port of the bridge's private HTTP server
     * @param timeout for connecting, and again for each complete answer
     */
    public Colibri2Client(URI bridge, Duration timeout) {
        if (bridge.getHost() == null || !("http".equals(bridge.getScheme()) || "https".equals(bridge.getScheme()))) {
            throw new IllegalArgumentException("bridge \"" + bridge + "\": expected a URL like http://127.0.0.1:8080");
        }
        String text = bridge.toString();
        this.bridge = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
        this.timeout = timeout;
        http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(timeout)
                .build();
    }

    /** Sends {@code request}: as POST if it creates the conference, else as PATCH of the conference it names. */
    @Override
    public ConferenceModified send(ConferenceModify request) throws IOException, InterruptedException {
        String path = request.create()
                ? CONFERENCES
                : CONFERENCES
                        + "/"
                        + URLEncoder.encode(request.meetingId(), StandardCharsets.UTF_8)
                                .replace("+", "%20");
        HttpResponse<String> response = exchange(HttpRequest.newBuilder(URI.create(bridge + path))
                .header("Content-Type", "application/json")
                .method(request.create() ? "POST" : "PATCH", BodyPublishers.ofString(Colibri2Json.write(request))));
        if (response.statusCode() != 200) {
            throw refusal(request, response);
        }
        try {
            return Colibri2Json.parseModified(response.body());
        } catch (Colibri2Exception e) {
            throw new IOException(response.uri() + " gave an answer that is not Colibri2: " + e.sentence(), e);
        }
    }

    /** Returns what is wrong with the bridge, in its own words; null when it is healthy. */
    public @Nullable String healthProblem() throws IOException, InterruptedException {
        HttpResponse<String> response = fetch("/about/health");
        if (response.statusCode() == 200) {
            return null;
        }
        if (response.statusCode() == 404) {
            throw disabled(response, "videobridge.rest.health.enabled");
        }
        String words = words(response.body());
        return words.isEmpty() ? "HTTP status " + response.statusCode() : words;
    }

    /** Returns the version of the bridge. */
    public BridgeVersion version() throws IOException, InterruptedException {
        JsonCursor about = object("/about/version", "videobridge.rest.version.enabled");
        return faultsAsIo(
                "/about/version",
                () -> new BridgeVersion(
                        about.require("name").string(),
                        about.require("version").string(),
                        about.require("os").string()));
    }

    /** The bridge's statistics: a flat object. */
    public JsonNode stats() throws IOException, InterruptedException {
        return object("/colibri/stats", "videobridge.apis.rest.enabled").node();
    }

    /** Ends calls that are still running. */
    @Override
    public void close() {
        http.shutdownNow();
        http.close();
    }

    private JsonCursor object(String path, String setting) throws IOException, InterruptedException {
        HttpResponse<String> response = fetch(path);
        if (response.statusCode() == 404) {
            throw disabled(response, setting);
        }
        if (response.statusCode() != 200) {
            throw new IOException(
                    response.uri() + " answered HTTP status " + response.statusCode() + ": " + words(response.body()));
        }
        return faultsAsIo(path, () -> JSON.read(response.body()));
    }

    private <T> T faultsAsIo(String path, Supplier<T> reading) throws IOException {
        try {
            return reading.get();
        } catch (JsonFaultException e) {
            throw new IOException(bridge + path + " gave an unexpected answer: " + e.sentence(), e);
        }
    }

    private HttpResponse<String> fetch(String path) throws IOException, InterruptedException {
        return exchange(HttpRequest.newBuilder(URI.create(bridge + path)).GET());
    }

    private HttpResponse<String> exchange(HttpRequest.Builder request) throws IOException, InterruptedException {
        try {
            return http.send(
                    request.timeout(timeout).build(),
                    BodyHandlers.limiting(BodyHandlers.ofString(StandardCharsets.UTF_8), Colibri2Json.MAX_BODY_CHARS));
        } catch (HttpTimeoutException e) {
            throw new IOException(
                    "the bridge at " + bridge + " did not answer within " + timeout.toMillis()
                            + " ms: is it overloaded, or does a firewall drop the connection?",
                    e);
        } catch (ConnectException e) {
            throw new IOException(
                    "no bridge answers at " + bridge
                            + ": is it running and is its REST API enabled (videobridge.apis.rest.enabled)?",
                    e);
        }
    }

    private static IOException disabled(HttpResponse<String> response, String setting) {
        return new IOException(response.uri() + " answered 404: does the bridge have it enabled (" + setting + ")?");
    }

    private static Colibri2Exception refusal(ConferenceModify request, HttpResponse<String> response)
            throws IOException {
        Colibri2Exception told = Colibri2Json.parseError(response.body());
        if (told != null) {
            return told;
        }
        int status = response.statusCode();
        if (status == 404 && !request.create()) {
            return Colibri2Exception.conferenceNotFound(request.meetingId());
        }
        if (status == 404) {
            throw disabled(response, "videobridge.apis.rest.enabled");
        }
        String words = words(response.body());
        String sentence = response.uri() + " answered HTTP status " + status
                + (words.isEmpty() ? " without a reason" : ": " + words);
        return switch (status) {
            case 400, 415 -> new Colibri2Exception(Condition.BAD_REQUEST, sentence);
            case 500 -> new Colibri2Exception(Condition.INTERNAL_SERVER_ERROR, sentence);
            case 501 -> new Colibri2Exception(Condition.FEATURE_NOT_IMPLEMENTED, sentence);
            case 503 -> new Colibri2Exception(Condition.SERVICE_UNAVAILABLE, sentence);
            default -> throw new IOException(sentence);
        };
    }

    /**
     * The human part of an error body: the detail of a problem (RFC 9457), the message of an error page, or the
     * beginning of a plain text.
     */
    private static String words(String body) {
        Matcher page = ERROR_PAGE_MESSAGE.matcher(body);
        String words = page.find() ? page.group(1) : detail(body);
        return words.length() <= MAX_ERROR_CHARS ? words : words.substring(0, MAX_ERROR_CHARS) + "...";
    }

    private static String detail(String body) {
        try {
            JsonNode detail = JSON.read(body).node().path("detail");
            return detail.isTextual() ? detail.textValue() : body.strip();
        } catch (JsonFaultException _) {
            return body.strip();
        }
    }
}
