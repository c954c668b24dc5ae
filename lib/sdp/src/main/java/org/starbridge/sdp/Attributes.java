package org.starbridge.sdp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.sdp.attribute.Attribute;
import org.starbridge.sdp.attribute.Flag;

/** The attributes of a session or of one media section, in order. Immutable. */
public record Attributes(List<Attribute> list) {
    /** None. */
    public static final Attributes NONE = new Attributes(List.of());

    public Attributes {
        list = List.copyOf(list);
    }

    /** All of a type, in order. */
    public <T extends Attribute> List<T> all(Class<T> type) {
        List<T> found = new ArrayList<>();
        for (Attribute attribute : list) {
            if (type.isInstance(attribute)) {
                found.add(type.cast(attribute));
            }
        }
        return found;
    }

    /** The first of a type; null if there is none. */
    public <T extends Attribute> @Nullable T first(Class<T> type) {
        for (Attribute attribute : list) {
            if (type.isInstance(attribute)) {
                return type.cast(attribute);
            }
        }
        return null;
    }

    public boolean has(Flag flag) {
        return list.contains(flag);
    }
}
