package org.starbridge.colibri.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;

/**
 * Colibri2 records as JSON trees without a text, for the XML form: it reads what {@link Colibri2Json} reads, except
 * that every number and boolean may be a text, as XML has nothing else. Stateless; any thread.
 */
public final class Colibri2Tree {
    private Colibri2Tree() {}

    /**
     * Reads a request from a tree of texts.
     *
     * @param skipped takes a sentence for each value that cannot be in the update of an endpoint, which is left out
     *     then
     * @throws Colibri2Exception BAD_REQUEST with a sentence that names the path and the value
     */
    public static ConferenceModify modify(ObjectNode texts, @Nullable Consumer<String> skipped) {
        return refusing(() -> ConferenceMapping.readModify(JsonCursor.ofTexts(texts), null, skipped));
    }

    /** Reads an answer from a tree of texts. Throws {@link Colibri2Exception}. */
    public static ConferenceModified modified(ObjectNode texts) {
        return refusing(() -> ConferenceMapping.readModified(JsonCursor.ofTexts(texts)));
    }

    /** The tree of a request. */
    public static ObjectNode of(ConferenceModify modify) {
        return ConferenceMapping.write(modify);
    }

    /** The tree of an answer. */
    public static ObjectNode of(ConferenceModified modified) {
        return ConferenceMapping.write(modified);
    }

    private static <T> T refusing(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (JsonFaultException e) {
            throw Colibri2Exception.badRequest(e.sentence());
        }
    }
}
