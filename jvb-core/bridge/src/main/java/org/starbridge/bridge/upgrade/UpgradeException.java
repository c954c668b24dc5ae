package org.starbridge.bridge.upgrade;

import java.io.IOException;

/** A hand-over that does not take place; the message is a sentence for the operator. */
public final class UpgradeException extends IOException {
    private static final long serialVersionUID = 1;

    UpgradeException(String sentence) {
        super(sentence);
    }
}
