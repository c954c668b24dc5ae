/**
 * What a package must be able to load without a class that names it: run by {@code scripts/package} with the Java
 * runtime and the jars of the package, and by a test with those of the build.
 */
@NullMarked
package org.starbridge.bridge.packaged;

import org.jspecify.annotations.NullMarked;
