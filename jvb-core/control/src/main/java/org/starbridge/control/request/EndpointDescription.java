package org.starbridge.control.request;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.participant.NegotiatedMedia;
import org.starbridge.control.selection.DeclaredSource;
import org.starbridge.media.api.RemoteTransport;

/**
 * Description of an endpoint in a request, read and checked.
 *
 * @param request where it comes from: mutes and last-N are taken from there
 * @param media everything that is negotiated from now on
 * @param sources all its sources; null is no change
 * @param remote null is no change
 */
public record EndpointDescription(
        EndpointModify request,
        NegotiatedMedia media,
        @Nullable List<DeclaredSource> sources,
        @Nullable RemoteTransport remote) {
    /**
     * Changes the endpoint.
     *
     * @return whether something changed that the next forwarding table shows
     * @throws org.starbridge.media.api.OverloadedException when the media worker cannot take it; nothing was changed
     */
    public boolean applyTo(LocalEndpoint endpoint) {
        if (remote != null) { // first: it alone can be refused
            endpoint.transport().remote(remote);
        }
        endpoint.reception().negotiated(media);
        if (sources != null && request.sources() != null) {
            endpoint.participant().declare(sources, request.sources());
        }
        if (request.forceMute() != null) {
            endpoint.participant().forceMute(request.forceMute());
        }
        if (request.initialLastN() != null) {
            endpoint.reception().constraints().initialLastN(request.initialLastN());
        }
        boolean isTransportOnly = request.medias().isEmpty()
                && request.sources() == null
                && request.forceMute() == null
                && request.initialLastN() == null;
        return !isTransportOnly;
    }
}
