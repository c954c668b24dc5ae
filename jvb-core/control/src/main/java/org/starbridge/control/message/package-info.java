/**
 * Bridge channel messages: from clients, and to clients about sources, speakers, connections and constraints. Runs
 * under the conference's lock; sending returns at once.
 */
@NullMarked
package org.starbridge.control.message;

import org.jspecify.annotations.NullMarked;
