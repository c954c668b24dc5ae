/** How another project uses this library; docs/libraries.md links here. */
@NullMarked
package org.starbridge.bandwidth.example;

import org.jspecify.annotations.NullMarked;
