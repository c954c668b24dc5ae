package org.starbridge.control.request;

import java.util.regex.Pattern;

/** Texts that can be a segment of a URL's path; HTTP servers refuse others, also when they are encoded. */
public final class PathSegments {
    /** For people. */
    public static final String EXPECTED = "expected no / \\ % ; ? # or control characters";

    private static final Pattern FORBIDDEN = Pattern.compile("[/\\\\%;?#\\p{Cntrl}]|^\\.{1,2}$");

    private PathSegments() {}

    /** Returns whether a text can be one, decoded. */
    public static boolean canBe(String text) {
        return !text.isBlank() && !FORBIDDEN.matcher(text).find();
    }
}
