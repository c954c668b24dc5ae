package org.starbridge.media.plan;

import org.starbridge.media.source.KeyFrameLimits;

/** The policies of one worker's receivers. */
final class ReceiverPolicies {
    private final ReceiverPolicy chosenLayers;
    private final ReceiverPolicy everyEncoding;

    /**
     * @param limits of key frame requests. One receiver is limited for each stream; another bridge asks for all its
     *     receivers, as often as a source may be asked
     */
    ReceiverPolicies(KeyFrameLimits limits) {
        chosenLayers = new ChosenLayers(new OutgoingStreamFactory(limits.perReceiver()));
        everyEncoding = new EveryEncoding(new OutgoingStreamFactory(limits.perSource()));
    }

    /** The policy that a receiver asks for. */
    ReceiverPolicy of(PlannedReceiver receiver) {
        return switch (receiver.member().transport().reception()) {
            case CHOSEN_LAYERS -> chosenLayers;
            case EVERY_ENCODING -> everyEncoding;
        };
    }
}
