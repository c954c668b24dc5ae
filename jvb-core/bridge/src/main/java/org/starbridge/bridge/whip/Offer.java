package org.starbridge.bridge.whip;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.MediaKind;
import org.starbridge.sdp.SessionDescription;
import org.starbridge.sdp.attribute.Group;

/**
 * An offer that can be answered.
 *
 * @param description as it came
 * @param sections what becomes of each of its sections, in order; at least one is accepted
 * @param transport ICE and DTLS of the offerer; its DTLS role is chosen
 * @param isControlling whether the bridge controls ICE, because the offerer has only ICE lite
 */
record Offer(
        SessionDescription description,
        List<NegotiatedSection> sections,
        IceUdpTransport transport,
        boolean isControlling) {
    Offer {
        sections = List.copyOf(sections);
    }

    /** In their order. */
    List<NegotiatedSection> accepted() {
        return sections.stream().filter(NegotiatedSection::isAccepted).toList();
    }

    /** Names of the codecs of the accepted sections of a kind, in capitals, without retransmissions. */
    Set<String> codecs(MediaKind kind) {
        return accepted().stream()
                .filter(section -> section.kind() == kind)
                .flatMap(section -> section.payloadTypes().stream())
                .map(type -> String.valueOf(type.name()).toUpperCase(Locale.ROOT))
                .filter(name -> !name.equals("RTX"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Names of the simulcast encodings that the offerer sends, in its order. */
    List<String> rids() {
        return accepted().stream().flatMap(section -> section.rids().stream()).toList();
    }

    boolean hasBundle() {
        return !description.bundle().isEmpty();
    }

    /** The accepted sections, which share one transport (RFC 9143). */
    Group bundle() {
        return new Group(
                Group.BUNDLE,
                accepted().stream()
                        .map(section -> String.valueOf(section.offered().mid()))
                        .toList());
    }
}
