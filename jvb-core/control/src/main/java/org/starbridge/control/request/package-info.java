/**
 * Colibri2 requests: what an endpoint's description says is read and checked before anything changes, and the bridge's
 * own description is written. Runs under the conference's lock.
 */
@NullMarked
package org.starbridge.control.request;

import org.jspecify.annotations.NullMarked;
