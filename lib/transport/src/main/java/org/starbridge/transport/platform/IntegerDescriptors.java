package org.starbridge.transport.platform;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.util.Collections;

/**
 * Descriptors of C functions with integers and pointers only. In the calling conventions of x86-64 and AArch64 each of
 * up to six has a register of 64 bits, of which the callee reads as much as its type has. So an {@code int} may be
 * passed as a {@code long}, and functions with the same number of parameters share a call stub: a cold start takes 10
 * ms for each stub.
 */
public final class IntegerDescriptors {
    private static final int MAX_PARAMETERS = 6;

    private IntegerDescriptors() {}

    /**
     * A function with so many parameters. Of a result that is a C {@code int}, the upper 32 bits mean nothing: cast it.
     *
     * @param parameters 0 to 6
     */
    public static FunctionDescriptor of(int parameters) {
        if (parameters < 0 || parameters > MAX_PARAMETERS) {
            throw new IllegalArgumentException(parameters + " parameters: expected 0 to " + MAX_PARAMETERS);
        }
        return FunctionDescriptor.of(
                JAVA_LONG, Collections.nCopies(parameters, JAVA_LONG).toArray(MemoryLayout[]::new));
    }
}
