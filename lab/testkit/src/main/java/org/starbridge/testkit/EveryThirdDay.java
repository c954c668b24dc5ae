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

/** As {@link EveryOtherDay}, for the slowest tests, which are spread over three days. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(EveryThirdDay.Condition.class)
public @interface EveryThirdDay {
    /** Which of three days: the rest of the days since 1970-01-01 divided by three. */
    int day();

    /** Switches the tests of the two other days off. */
    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return AnnotationSupport.findAnnotation(context.getElement(), EveryThirdDay.class)
                    .map(when -> DailyShare.isToday(context.getDisplayName(), 3, when.day())
                            ? ConditionEvaluationResult.enabled("of this day")
                            : ConditionEvaluationResult.disabled(
                                    "runs every third day, not today, and with scripts/test --long"))
                    .orElse(ConditionEvaluationResult.enabled("not annotated"));
        }
    }
}
