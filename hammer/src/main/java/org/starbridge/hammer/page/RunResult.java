package org.starbridge.hammer.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.starbridge.hammer.report.Verdict;

/**
 * One of a report's runs.
 *
 * @param label what is different in it: {@code K = 25}
 * @param result as {@code --json} writes it
 */
public record RunResult(String label, Verdict verdict, ObjectNode result) {}
