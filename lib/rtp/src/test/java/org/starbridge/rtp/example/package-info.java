/** How another project uses this library; docs/libraries.md links here. */
@NullMarked
package org.starbridge.rtp.example;

import org.jspecify.annotations.NullMarked;
