package org.starbridge.bridge.webhook.delivery;

/**
 * An event as it is sent.
 *
 * @param id the same in each attempt
 * @param body JSON
 */
public record Message(String id, String body) {}
