/**
 * What the fuzz tests share. The tests themselves lie in the packages of what they test, so that they reach what is
 * package-private there; their corpora lie beside them in the resources, one directory for each test.
 */
@NullMarked
package org.starbridge.fuzz;

import org.jspecify.annotations.NullMarked;
