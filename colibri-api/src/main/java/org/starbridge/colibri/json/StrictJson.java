package org.starbridge.colibri.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.regex.Pattern;

/**
 * Reads text into a JSON tree within bounds: depth {@value #MAX_DEPTH}, one string or key and the whole document as
 * given. A key that occurs twice in an object, anything behind the document, and numbers of absurd length are refused.
 */
public final class StrictJson {
    /** Objects and arrays inside each other. Colibri2 needs 9. */
    public static final int MAX_DEPTH = 64;

    private static final int MAX_NUMBER_CHARS = 40;
    private static final int MAX_KEY_CHARS = 1024;

    /** The text that Jackson uses for an unknown source. */
    private static final Pattern START_MARKER = Pattern.compile(" \\(start marker at [^)]*\\)[^)]*\\)");

    private final JsonMapper mapper;
    private final int maxDocumentChars;

    /**
     * @param maxDocumentChars longest document, in characters (for bytes: in bytes)
     * @param maxStringChars longest string value
     */
    public StrictJson(int maxDocumentChars, int maxStringChars) {
        this.maxDocumentChars = maxDocumentChars;
        StreamReadConstraints bounds = StreamReadConstraints.builder()
                .maxNestingDepth(MAX_DEPTH)
                .maxStringLength(maxStringChars)
                .maxNameLength(MAX_KEY_CHARS)
                .maxNumberLength(MAX_NUMBER_CHARS)
                .build();
        JsonFactory factory = JsonFactory.builder()
                .streamReadConstraints(bounds)
                .streamWriteConstraints(StreamWriteConstraints.defaults())
                .build();
        mapper = JsonMapper.builder(factory)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
    }

    /** The document's object. Throws {@link JsonFaultException}. */
    public JsonCursor read(String text) {
        requireShort(text.length());
        try {
            return JsonCursor.root(mapper.readTree(text));
        } catch (JsonProcessingException e) {
            throw notJson(e);
        }
    }

    /** The document's object, from UTF-8. Throws {@link JsonFaultException}. */
    public JsonCursor read(byte[] utf8) {
        requireShort(utf8.length);
        try {
            return JsonCursor.root(mapper.readTree(utf8));
        } catch (JsonProcessingException e) {
            throw notJson(e);
        } catch (IOException e) {
            throw new JsonFaultException("not JSON: " + e.getMessage());
        }
    }

    /** The text of a tree that was built by a program. */
    public String write(JsonNode tree) {
        try {
            return mapper.writeValueAsString(tree);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("a JSON tree that cannot be written: " + e.getOriginalMessage(), e);
        }
    }

    private void requireShort(int length) {
        if (length > maxDocumentChars) {
            throw new JsonFaultException(
                    "the document: expected at most " + maxDocumentChars + " characters, got " + length);
        }
    }

    private static JsonFaultException notJson(JsonProcessingException e) {
        JsonLocation at = e.getLocation();
        String where = at == null ? "" : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
        String what = START_MARKER.matcher(e.getOriginalMessage()).replaceAll("");
        return new JsonFaultException("not JSON: " + what + where);
    }
}
