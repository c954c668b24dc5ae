package org.starbridge.hammer.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import org.jspecify.annotations.Nullable;

/** A part of the result that has a form for programs. */
interface JsonFigure {
    JsonNode toJson();

    /** JSON's null for what was not measured. */
    static JsonNode orNull(@Nullable JsonFigure figure) {
        return figure == null ? NullNode.getInstance() : figure.toJson();
    }
}
