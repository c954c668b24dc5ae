/**
 * Events of calls, for logs: conferences begin and end, endpoints join, connect and leave. Conferences and media
 * workers report; a listener gets the events of one thread in their order.
 */
@NullMarked
package org.starbridge.control.event;

import org.jspecify.annotations.NullMarked;
