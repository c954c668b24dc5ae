/**
 * The dashboard: a web page at {@code /} of the private HTTP server. The page shows what {@code /debug} answers and
 * computes nothing but rates; this package only serves its files.
 */
@NullMarked
package org.starbridge.bridge.dashboard;

import org.jspecify.annotations.NullMarked;
