/**
 * The log of calls. Events of conferences and endpoints come in, from any thread; lines for an operator go out, in
 * order, from a thread that may wait for the log. No other package logs events of calls.
 */
@NullMarked
package org.starbridge.control.calllog;

import org.jspecify.annotations.NullMarked;
