/**
 * Webhooks: requests to an operator's services when conferences, participants, publishers, recordings and exports begin
 * and end. Any thread reports a {@link org.starbridge.bridge.webhook.WebhookEvent} and returns at once; one thread of
 * {@link org.starbridge.bridge.webhook.Webhooks} makes the requests. What is sent when is decided in
 * {@link org.starbridge.bridge.webhook.delivery}.
 */
@NullMarked
package org.starbridge.bridge.webhook;

import org.jspecify.annotations.NullMarked;
