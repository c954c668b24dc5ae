package org.starbridge.media.plan;

import org.starbridge.media.source.KeyFrameLimit;

/** The policies of one worker's receivers. */
final class ReceiverPolicies {
    private final ReceiverPolicy chosenLayers;
    private final ReceiverPolicy everyEncoding;

    /** @param keyFrameLimit of the requests of each receiver for each stream */
    ReceiverPolicies(KeyFrameLimit keyFrameLimit) {
        OutgoingStreamFactory factory = new OutgoingStreamFactory(keyFrameLimit);
        chosenLayers = new ChosenLayers(factory);
        everyEncoding = new EveryEncoding(factory);
    }

    /** The policy that a receiver asks for. */
    ReceiverPolicy of(PlannedReceiver receiver) {
        return switch (receiver.member().transport().reception()) {
            case CHOSEN_LAYERS -> chosenLayers;
            case EVERY_ENCODING -> everyEncoding;
        };
    }
}
