package org.starbridge.hammer.report;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** Records as JSON: what has an annotation of Jackson's, nothing else. Stateless. */
final class AnnotatedJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .visibility(PropertyAccessor.ALL, Visibility.NONE)
            .build();

    private AnnotatedJson() {}

    /** A record, or a list of records; null is JSON's null. */
    static JsonNode of(@Nullable Object value) {
        return MAPPER.valueToTree(value);
    }

    static ObjectNode object(Object value) {
        return MAPPER.valueToTree(value);
    }
}
