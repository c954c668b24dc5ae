package org.starbridge.mutation;

import java.util.Collection;
import java.util.List;
import org.pitest.bytecode.analysis.ClassTree;
import org.pitest.mutationtest.build.InterceptorType;
import org.pitest.mutationtest.build.MutationInterceptor;
import org.pitest.mutationtest.engine.Mutater;
import org.pitest.mutationtest.engine.MutationDetails;

/**
 * Keeps one of {@code oneIn} mutations. Whether a mutation is kept depends on the seed, its place and its kind only: a
 * change of one class does not change what is chosen in the others.
 */
final class Sample implements MutationInterceptor {
    private final long seed;
    private final int oneIn;

    Sample(long seed, int oneIn) {
        if (oneIn < 1) {
            throw new IllegalArgumentException("one in " + oneIn + ": expected 1 or more");
        }
        this.seed = seed;
        this.oneIn = oneIn;
    }

    /** Returns whether the mutation with this description is in the sample. */
    boolean isKept(String mutation) {
        long hash = seed;
        for (int i = 0; i < mutation.length(); i++) {
            hash = mix(hash ^ mutation.charAt(i));
        }
        return Long.remainderUnsigned(hash, oneIn) == 0;
    }

    /** The finalizer of SplitMix64: each bit of the input changes half the bits of the result. */
    private static long mix(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    @Override
    public Collection<MutationDetails> intercept(Collection<MutationDetails> mutations, Mutater mutater) {
        return List.copyOf(mutations).stream()
                .filter(mutation -> isKept(mutation.getId().toString()))
                .toList();
    }

    @Override
    public InterceptorType type() {
        return InterceptorType.FILTER;
    }

    @Override
    public void begin(ClassTree mutated) {}

    @Override
    public void end() {}
}
