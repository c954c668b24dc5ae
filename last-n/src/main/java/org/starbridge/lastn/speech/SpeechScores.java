package org.starbridge.lastn.speech;

/**
 * Scores of how strongly a count of active units speaks for speech, on one time scale: the logarithm of the likelihood
 * ratio between "speech" (exponentially distributed with λ) and "no speech" (binomial with p). Tables of natural
 * logarithms of the scores, because only ratios are compared.
 */
final class SpeechScores {
    /** By sub-bands of the newest level, 0 to 13. */
    static final double[] IMMEDIATE = table(13, 0.78);

    /** By active levels among five, 0 to 5. */
    static final double[] MEDIUM = table(5, 24);

    /** By active fives among ten, 0 to 10. */
    static final double[] LONG = table(10, 47);

    private static final double P = 0.5;
    private static final double MINIMUM = 1e-10;

    private SpeechScores() {}

    private static double[] table(int n, double lambda) {
        double[] logarithms = new double[n + 1];
        double binomial = 1;
        for (int v = 0; v <= n; v++) {
            double score =
                    Math.log(binomial) + v * Math.log(P) + (n - v) * Math.log(1 - P) - Math.log(lambda) + lambda * v;
            logarithms[v] = Math.log(Math.max(score, MINIMUM));
            binomial = binomial * (n - v) / (v + 1);
        }
        return logarithms;
    }
}
