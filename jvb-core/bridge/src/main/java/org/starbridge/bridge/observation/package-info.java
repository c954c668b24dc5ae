/**
 * Observation of calls while they last: every few seconds it takes snapshots of all conferences, judges whether and why
 * each participant suffers, and keeps an hour of figures and events in bounded memory. One thread looks, any thread
 * reads.
 */
@NullMarked
package org.starbridge.bridge.observation;

import org.jspecify.annotations.NullMarked;
