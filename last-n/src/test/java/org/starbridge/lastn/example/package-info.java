/** How another project uses this library; docs/libraries.md links here. */
@NullMarked
package org.starbridge.lastn.example;

import org.jspecify.annotations.NullMarked;
