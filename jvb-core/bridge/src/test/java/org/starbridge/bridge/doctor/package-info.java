@NullMarked
package org.starbridge.bridge.doctor;

import org.jspecify.annotations.NullMarked;
