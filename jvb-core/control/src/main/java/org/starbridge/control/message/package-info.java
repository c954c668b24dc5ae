/**
 * Bridge channel messages: what clients are told of sources, speakers, connections and constraints. Runs under the
 * conference's lock; sending returns at once.
 */
@NullMarked
package org.starbridge.control.message;

import org.jspecify.annotations.NullMarked;
