/** The Hammer, a load generator for videobridges. This package has only what all of its packages may refer to. */
@NullMarked
package org.starbridge.hammer;

import org.jspecify.annotations.NullMarked;
