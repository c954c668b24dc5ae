/**
 * The memory through which packets reach every worker: one byte-packed ring for each worker, written by it alone, read
 * by all. Positions only grow; nothing is counted or freed. A reader that is too late loses entries and knows it.
 */
@NullMarked
package org.starbridge.media.ring;

import org.jspecify.annotations.NullMarked;
