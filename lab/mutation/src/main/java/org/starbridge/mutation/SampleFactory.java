package org.starbridge.mutation;

import org.pitest.mutationtest.build.InterceptorParameters;
import org.pitest.mutationtest.build.MutationInterceptor;
import org.pitest.mutationtest.build.MutationInterceptorFactory;
import org.pitest.plugin.Feature;
import org.pitest.plugin.FeatureParameter;

/** PIT's feature {@code +SAMPLE(seed[1] oneIn[20])}. */
public final class SampleFactory implements MutationInterceptorFactory {
    private static final FeatureParameter SEED =
            FeatureParameter.named("seed").withDescription("another seed is another sample");
    private static final FeatureParameter ONE_IN =
            FeatureParameter.named("oneIn").withDescription("one of this many mutations is kept");

    /** Found by PIT through the service file. */
    public SampleFactory() {}

    @Override
    public Feature provides() {
        return Feature.named("SAMPLE")
                .withOnByDefault(false)
                .withDescription(description())
                .withParameter(SEED)
                .withParameter(ONE_IN);
    }

    @Override
    public MutationInterceptor createInterceptor(InterceptorParameters parameters) {
        return new Sample(
                parameters.getInteger(SEED).orElse(1),
                parameters.getInteger(ONE_IN).orElse(1));
    }

    @Override
    public String description() {
        return "Seeded sample of the mutations";
    }
}
