/** Fields of estimators, for a record by which another process goes on. The format of the record is the caller's. */
@NullMarked
package org.starbridge.bandwidth.state;

import org.jspecify.annotations.NullMarked;
