package org.starbridge.bridge.http.route;

import java.util.function.Predicate;

/**
 * Values that path variables may have; others are answered with 400.
 *
 * @param isAllowed tests one decoded segment; never called with an empty one
 * @param expected what is expected, for the answer's sentence
 */
public record VariableRule(Predicate<String> isAllowed, String expected) {}
