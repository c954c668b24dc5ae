/**
 * Plan of a conference, decided before the first endpoint joins: how many endpoints, what they send and ask for, their
 * names, SSRCs and payload types. Values only; immutable.
 */
@NullMarked
package org.starbridge.hammer.client.plan;

import org.jspecify.annotations.NullMarked;
