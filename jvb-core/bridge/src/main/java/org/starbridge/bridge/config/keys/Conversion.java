package org.starbridge.bridge.config.keys;

import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import java.util.Arrays;

/**
 * Conversion of the value of an old name to one of the new name. What does not fit stays as it is: its reader refuses
 * it.
 */
enum Conversion {
    SAME {
        @Override
        Object convert(Object value) {
            return value;
        }
    },
    INVERTED {
        @Override
        Object convert(Object value) {
            return switch (String.valueOf(value)) {
                case "true" -> false;
                case "false" -> true;
                default -> value;
            };
        }
    },
    PERCENT {
        @Override
        Object convert(Object value) {
            String text = String.valueOf(value);
            return text.matches("[0-9]{1,9}(\\.[0-9]{1,9})?") ? (Object) (Double.parseDouble(text) / 100) : value;
        }
    },
    SECONDS {
        @Override
        Object convert(Object value) {
            return String.valueOf(value).matches("[0-9]+") ? value + " seconds" : value;
        }
    },
    /** Addresses and names of interfaces, separated by semicolons or commas. */
    LIST {
        @Override
        Object convert(Object value) {
            return Arrays.stream(String.valueOf(value).split("[;,]", -1))
                    .map(String::strip)
                    .filter(each -> !each.isEmpty())
                    .toList();
        }
    };

    abstract Object convert(Object value);

    ConfigValue convert(ConfigValue value) {
        return ConfigValueFactory.fromAnyRef(convert(value.unwrapped())).withOrigin(value.origin());
    }
}
