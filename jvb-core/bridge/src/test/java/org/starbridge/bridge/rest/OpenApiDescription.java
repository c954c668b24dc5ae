package org.starbridge.bridge.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.starbridge.bridge.http.route.PageFile;

/** {@code openapi.yaml} as a judge of what a server answers. */
final class OpenApiDescription {
    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete", "head", "options");

    private final JsonNode document;
    private final JsonSchemaFactory schemas = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);
    private final Map<String, JsonSchema> compiled = new HashMap<>();
    private final ObjectMapper json = new ObjectMapper();

    /** {@code GET /path 200} for each that was judged. */
    final Set<String> seen = new TreeSet<>();

    OpenApiDescription(String yaml) {
        try {
            document = new YAMLMapper().readTree(yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The description beside a class. */
    static OpenApiDescription of(Class<?> beside) {
        return new OpenApiDescription(
                PageFile.read("/", "", beside, "openapi.yaml").text());
    }

    JsonNode document() {
        return document;
    }

    /** {@code GET /path} for each. */
    List<String> operations() {
        List<String> operations = new ArrayList<>();
        document.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().stream()
                        .filter(member -> METHODS.contains(member.getKey()))
                        .forEach(operation -> operations.add(name(operation.getKey(), path.getKey()))));
        return operations;
    }

    /** {@code GET /path 200} for each documented status. */
    List<String> outcomes() {
        List<String> outcomes = new ArrayList<>();
        for (String operation : operations()) {
            responses(operation).properties().forEach(response -> outcomes.add(operation + " " + response.getKey()));
        }
        return outcomes;
    }

    /** Fails unless the answer is one that the description announces. */
    void judge(String method, String path, HttpResponse<String> answer) {
        judge(method, path, answer.statusCode(), answer.headers(), answer.body());
    }

    /** Fails unless the answer is one that the description announces. */
    void judge(String method, String path, int status, HttpHeaders headers, String body) {
        String type = headers.firstValue("Content-Type").orElse("");
        String template = template(path);
        String about = method + " " + path + " " + status + " " + body;
        if (template.isEmpty()) {
            assertThat(status).as(about).isIn(404, 400);
            judgeError(about, path, body);
        } else if (!operations().contains(name(method, template))) {
            assertThat(status).as(about).isIn(405, 404);
            judgeError(about, path, body);
        } else {
            JsonNode response = resolve(responses(name(method, template)).path(Integer.toString(status)));
            assertThat(response.isObject()).as("documented: " + about).isTrue();
            seen.add(name(method, template) + " " + status);
            judgeHeaders(about, response, status, headers);
            judgeContent(about, response.path("content"), type, body);
        }
    }

    private void judgeError(String about, String path, String body) {
        judgeBody(about, path.startsWith("/colibri/v2/") ? "Error" : "Problem", body);
    }

    private static void judgeHeaders(String about, JsonNode response, int status, HttpHeaders headers) {
        if (status == 429) {
            assertThat(response.path("headers").has("Retry-After")).as(about).isTrue();
            assertThat(headers.firstValue("Retry-After"))
                    .as(about)
                    .hasValueSatisfying(
                            seconds -> assertThat(Integer.parseInt(seconds)).isPositive());
        }
    }

    private void judgeContent(String about, JsonNode content, String type, String body) {
        if (content.isMissingNode()) {
            assertThat(body).as(about).isEmpty();
            return;
        }
        String bare = type.split(";", 2)[0].strip();
        JsonNode schema = content.path(bare).path("schema");
        assertThat(schema.isObject()).as("type " + type + ": " + about).isTrue();
        if (bare.endsWith("json")) {
            String reference = schema.path("$ref").asText();
            judgeBody(about, reference.substring(reference.lastIndexOf('/') + 1), body);
        }
    }

    private void judgeBody(String about, String schema, String body) {
        try {
            Set<ValidationMessage> faults =
                    compiled.computeIfAbsent(schema, this::compile).validate(json.readTree(body));
            assertThat(faults).as(about).isEmpty();
        } catch (IOException e) {
            throw new AssertionError("not JSON: " + about, e);
        }
    }

    private JsonSchema compile(String name) {
        assertThat(document.at("/components/schemas/" + name).isObject())
                .as("schema " + name)
                .isTrue();
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        schema.put("$ref", "#/components/schemas/" + name);
        schema.set("components", document.path("components"));
        return schemas.getSchema(schema);
    }

    private JsonNode responses(String operation) {
        String[] words = operation.split(" ", -1);
        return document.path("paths")
                .path(words[1])
                .path(words[0].toLowerCase(Locale.ROOT))
                .path("responses");
    }

    private JsonNode resolve(JsonNode node) {
        String reference = node.path("$ref").asText();
        return reference.isEmpty() ? node : document.at(reference.substring(1));
    }

    /** The documented path that this one is an instance of; empty for none. */
    private String template(String path) {
        String bare = path.split("\\?", 2)[0];
        String found = "";
        for (Map.Entry<String, JsonNode> entry : document.path("paths").properties()) {
            if (bare.matches(entry.getKey().replaceAll("\\{[^}]+}", "[^/]+").replace(".", "\\."))) {
                found = entry.getKey();
            }
        }
        return found;
    }

    private static String name(String method, String path) {
        return method.toUpperCase(Locale.ROOT) + " " + path;
    }
}
