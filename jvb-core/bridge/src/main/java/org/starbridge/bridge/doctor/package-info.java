/**
 * Examines the machine, the network and the services that a bridge needs, without a running bridge, and says what is
 * wrong and what to do: {@code starbridge doctor}. One thread.
 */
@NullMarked
package org.starbridge.bridge.doctor;

import org.jspecify.annotations.NullMarked;
