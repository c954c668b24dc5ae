/**
 * Whole conferences behind bad links in virtual time: figures of bandwidth estimation, selection and pacing together.
 */
@NullMarked
package org.starbridge.control.simulation;

import org.jspecify.annotations.NullMarked;
