@NullMarked
package org.starbridge.simulation;

import org.jspecify.annotations.NullMarked;
