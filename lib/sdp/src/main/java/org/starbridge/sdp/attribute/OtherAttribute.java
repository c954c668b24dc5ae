package org.starbridge.sdp.attribute;

import org.jspecify.annotations.Nullable;

/**
 * An attribute without a type of its own.
 *
 * @param name a token
 * @param value null if it has none
 */
public record OtherAttribute(String name, @Nullable String value) implements Attribute {
    @Override
    public String text() {
        return value == null ? name : name + ":" + value;
    }
}
