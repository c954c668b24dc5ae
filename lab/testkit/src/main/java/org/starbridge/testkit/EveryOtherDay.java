package org.starbridge.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A slow test, or a class of them, that runs every other day, and always with {@code starbridge.test.long}; see
 * {@link DailyShare} for the day. Tests are spread over both days so that each day takes about as long.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(EveryOtherDay.Condition.class)
public @interface EveryOtherDay {
    /** Whether it runs on odd days, counted from 1970-01-01, and not on even ones. */
    boolean odd();

    /** Switches the tests of the other day off. */
    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return AnnotationSupport.findAnnotation(context.getElement(), EveryOtherDay.class)
                    .map(when -> evaluate(when.odd(), context.getDisplayName()))
                    .orElse(ConditionEvaluationResult.enabled("not annotated"));
        }

        private static ConditionEvaluationResult evaluate(boolean isOdd, String name) {
            if (DailyShare.isToday(name, 2, isOdd ? 1 : 0)) {
                return ConditionEvaluationResult.enabled("of this day");
            }
            return ConditionEvaluationResult.disabled("runs every other day, not today, and with scripts/test --long");
        }
    }
}
