package org.starbridge.colibri.xml;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.Colibri2Exception.Reason;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.json.Colibri2Tree;

/**
 * Turns Colibri2 records into XML elements and back.
 *
 * <ul>
 *   <li>Unknown elements and attributes are ignored, and so are known ones in another namespace.
 *   <li>{@code true} and {@code 1} are true, every other text is false.
 *   <li>Values that cannot be are refused where something is created; in the update of an endpoint they are left out,
 *       because a refusal would cost all participants their session.
 * </ul>
 *
 * <p>Stateless; any thread.
 */
public final class Colibri2Xml {
    /** The namespace of the requests and answers. */
    public static final String NAMESPACE = Shapes.COLIBRI2;

    /** The namespace of the statistics in a bridge's presence. */
    public static final String STATS_NAMESPACE = Shapes.COLIBRI1;

    /** The element of a request. */
    public static final String MODIFY = "conference-modify";

    /** The element of an answer. */
    public static final String MODIFIED = "conference-modified";

    private static final String ERROR = "error";
    private static final String ENDPOINT = "endpoint";

    private Colibri2Xml() {}

    /**
     * Reads a request.
     *
     * @param modify the {@code conference-modify} element
     * @param skipped takes a sentence for each value that was left out; null to refuse them all
     * @throws Colibri2Exception BAD_REQUEST with a sentence that names the path and the value
     */
    public static ConferenceModify parseModify(XmlElement modify, @Nullable Consumer<String> skipped) {
        return Colibri2Tree.modify(ShapeReader.read(expected(modify, MODIFY), Shapes.MODIFY), skipped);
    }

    /** Reads an answer. Throws {@link Colibri2Exception}. */
    public static ConferenceModified parseModified(XmlElement modified) {
        return Colibri2Tree.modified(ShapeReader.read(expected(modified, MODIFIED), Shapes.MODIFIED));
    }

    /** The element of a request. */
    public static XmlElement write(ConferenceModify modify) {
        return ShapeWriter.write(Colibri2Tree.of(modify), Shapes.MODIFY);
    }

    /** The element of an answer. */
    public static XmlElement write(ConferenceModified modified) {
        return ShapeWriter.write(Colibri2Tree.of(modified), Shapes.MODIFIED);
    }

    /**
     * Returns the content of an XMPP error beside its condition and text: the reason and the endpoint, if there are
     * any.
     */
    public static List<XmlElement> errorDetails(Colibri2Exception refusal) {
        List<XmlElement> details = new ArrayList<>();
        if (refusal.reason() != Reason.UNSPECIFIED) {
            details.add(XmlElement.of(
                    NAMESPACE, ERROR, Map.of("reason", refusal.reason().wireName())));
        }
        if (refusal.endpointId() != null) {
            details.add(XmlElement.of(NAMESPACE, ENDPOINT, Map.of("id", refusal.endpointId())));
        }
        return details;
    }

    /**
     * The refusal that an XMPP error means.
     *
     * @param condition the element's name, such as {@code item-not-found}; one that Colibri2 does not use counts as an
     *     internal error
     * @param sentence the error's text
     * @param details the error's other elements
     */
    public static Colibri2Exception parseError(String condition, String sentence, List<XmlElement> details) {
        Reason reason = Reason.UNSPECIFIED;
        String endpointId = null;
        for (XmlElement detail : details) {
            if (detail.is(NAMESPACE, ERROR)) {
                reason = constant(Reason.class, detail.attribute("reason"), Reason.UNSPECIFIED);
            } else if (detail.is(NAMESPACE, ENDPOINT)) {
                endpointId = detail.attribute("id");
            }
        }
        return new Colibri2Exception(
                constant(Condition.class, condition, Condition.INTERNAL_SERVER_ERROR), reason, sentence, endpointId);
    }

    private static <E extends Enum<E>> E constant(Class<E> type, @Nullable String word, E absent) {
        if (word != null) {
            String name = word.toUpperCase(Locale.ROOT).replace('-', '_');
            for (E each : type.getEnumConstants()) {
                if (each.name().equals(name)) {
                    return each;
                }
            }
        }
        return absent;
    }

    private static XmlElement expected(XmlElement element, String name) {
        if (!element.is(NAMESPACE, name)) {
            throw Colibri2Exception.badRequest(
                    "<" + element.name() + " xmlns='" + element.namespace() + "'/>: expected <" + name + "/>");
        }
        return element;
    }
}
