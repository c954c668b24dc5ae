package org.starbridge.bandwidth.simulation;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Map;

/** Copies of configurations of which a few values are others. Stateless. */
final class Altered {
    private Altered() {}

    /**
     * The same record, but for these components.
     *
     * @throws IllegalArgumentException if it has no component of such a name
     */
    @SuppressWarnings("unchecked") // the class of the record that is copied
    static <R extends Record> R with(R original, Map<String, ?> others) {
        RecordComponent[] components = original.getClass().getRecordComponents();
        long known = Arrays.stream(components)
                .filter(component -> others.containsKey(component.getName()))
                .count();
        if (known != others.size()) {
            throw new IllegalArgumentException(original.getClass().getSimpleName() + " lacks one of " + others);
        }
        try {
            Object[] values = new Object[components.length];
            Class<?>[] types = new Class<?>[components.length];
            for (int i = 0; i < values.length; i++) {
                Object other = others.get(components[i].getName());
                types[i] = components[i].getType();
                values[i] = other == null ? components[i].getAccessor().invoke(original) : other;
            }
            return (R) original.getClass().getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
