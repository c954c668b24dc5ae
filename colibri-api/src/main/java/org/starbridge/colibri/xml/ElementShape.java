package org.starbridge.colibri.xml;

import java.util.List;

/**
 * Name of one element of the protocol in XML, and the form of its children in JSON. Attributes need no mention: they
 * have the same names in both forms.
 *
 * @param namespace of the element
 * @param name of the element
 * @param parts its children; what is not among them is ignored
 */
record ElementShape(String namespace, String name, List<Part> parts) {
    ElementShape {
        parts = List.copyOf(parts);
    }

    static ElementShape of(String namespace, String name, Part... parts) {
        return new ElementShape(namespace, name, List.of(parts));
    }

    /** One kind of child, or the text. */
    sealed interface Part {
        /** Its key in JSON. */
        String key();
    }

    /** An object for the only child of its kind. */
    record One(String key, ElementShape shape) implements Part {}

    /** An array of objects for all children of a kind; absent if there are none. */
    record Many(String key, ElementShape shape) implements Part {}

    /** An array of objects for all entries inside a child; there, though empty, if the child is. */
    record Wrapped(String key, String namespace, String wrapper, ElementShape shape) implements Part {}

    /** An array of words, one attribute of each child of a kind; absent if there are none. */
    record Words(String key, String namespace, String name, String attribute) implements Part {}

    /** Like {@link Words}, for the entries inside a child; there, though empty, if the child is. */
    record WrappedWords(String key, String namespace, String wrapper, String name, String attribute) implements Part {}

    /** A map from the children's {@code name} to their {@code value}; a child without a name has the key "null". */
    record Pairs(String key, String namespace, String name, String otherNamespace) implements Part {
        /** {@code otherNamespace}: where children of this kind are found as well. */
        Pairs {}

        Pairs(String key, String namespace, String name) {
            this(key, namespace, name, namespace);
        }
    }

    /** True if there is such a child. */
    record Presence(String key, String namespace, String name) implements Part {}

    /** The characters. */
    record Text(String key) implements Part {}
}
