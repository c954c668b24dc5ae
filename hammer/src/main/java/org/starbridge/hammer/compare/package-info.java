/**
 * Reads the JSON of earlier runs: compares them with the spread over rounds, and merges those of several Hammers that
 * ran at the same time. Pure.
 */
@NullMarked
package org.starbridge.hammer.compare;

import org.jspecify.annotations.NullMarked;
