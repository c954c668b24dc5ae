package org.starbridge.trials.focus;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.starbridge.colibri.xml.Colibri2Xml;
import org.starbridge.colibri.xml.XmlElement;

/**
 * One camera, microphone or screen as a participant declared it (XEP-0339).
 *
 * @param media audio or video
 * @param name of the source
 * @param sources one element for each SSRC, retransmission included
 * @param groups elements that group some of these SSRCs
 */
record DeclaredSource(String media, String name, List<XmlElement> sources, List<XmlElement> groups) {
    DeclaredSource {
        sources = List.copyOf(sources);
        groups = List.copyOf(groups);
    }

    /**
     * Returns the sources that a message declares. SSRCs without a name get the name that Jitsi Meet gives a
     * participant's first source of the kind.
     */
    static List<DeclaredSource> in(XmlElement jingle, String endpoint) {
        List<DeclaredSource> all = new ArrayList<>();
        for (XmlElement content : JingleXml.children(jingle, JingleXml.JINGLE, "content")) {
            XmlElement description = content.child(JingleXml.RTP, "description");
            if (description != null) {
                addAll(description, endpoint, all);
            }
        }
        return all;
    }

    private static void addAll(XmlElement description, String endpoint, List<DeclaredSource> all) {
        String media = JingleXml.attribute(description, "media");
        List<XmlElement> groups = JingleXml.children(description, JingleXml.SSMA, "ssrc-group");
        Map<String, List<XmlElement>> byName = new LinkedHashMap<>();
        for (XmlElement source : JingleXml.children(description, JingleXml.SSMA, "source")) {
            if (source.attribute("ssrc") != null) {
                String name = JingleXml.attribute(source, "name");
                String first = endpoint + (media.equals("video") ? "-v0" : "-a0");
                byName.computeIfAbsent(name.isEmpty() ? first : name, _ -> new ArrayList<>())
                        .add(source);
            }
        }
        byName.forEach((name, sources) -> {
            DeclaredSource ungrouped = new DeclaredSource(media, name, sources, List.of());
            all.add(new DeclaredSource(
                    media,
                    name,
                    sources,
                    groups.stream()
                            .filter(group -> ungrouped.ssrcs().containsAll(members(group)))
                            .toList()));
        });
    }

    private static List<String> members(XmlElement group) {
        return ssrcs(JingleXml.children(group, JingleXml.SSMA, "source").stream());
    }

    private static List<String> ssrcs(Stream<XmlElement> sources) {
        return sources.map(source -> JingleXml.attribute(source, "ssrc")).toList();
    }

    List<String> ssrcs() {
        return ssrcs(sources.stream());
    }

    private DeclaredSource only(List<String> kept) {
        return new DeclaredSource(
                media,
                name,
                sources.stream()
                        .filter(source -> kept.contains(JingleXml.attribute(source, "ssrc")))
                        .toList(),
                groups.stream()
                        .filter(group -> kept.containsAll(members(group)))
                        .toList());
    }

    /** The rest of {@code declared} after SSRCs were withdrawn. */
    static List<DeclaredSource> without(List<DeclaredSource> declared, Set<String> withdrawn) {
        return declared.stream()
                .map(each -> each.only(each.ssrcs().stream()
                        .filter(ssrc -> !withdrawn.contains(ssrc))
                        .toList()))
                .filter(each -> !each.sources.isEmpty())
                .toList();
    }

    /**
     * Returns what other participants get: of a simulcast source the first encoding, into which the bridge maps the
     * others.
     */
    DeclaredSource asReceived() {
        for (XmlElement group : groups) {
            if (JingleXml.attribute(group, "semantics").equals("SIM")) {
                String primary = members(group).getFirst();
                List<String> kept = new ArrayList<>(List.of(primary));
                withoutSimulcast(groups).stream()
                        .map(DeclaredSource::members)
                        .filter(pair -> pair.size() == 2 && pair.getFirst().equals(primary))
                        .forEach(pair -> kept.add(pair.getLast()));
                DeclaredSource one = only(kept);
                return new DeclaredSource(media, name, one.sources, withoutSimulcast(one.groups));
            }
        }
        return this;
    }

    private static List<XmlElement> withoutSimulcast(List<XmlElement> groups) {
        return groups.stream()
                .filter(group -> !JingleXml.attribute(group, "semantics").equals("SIM"))
                .toList();
    }

    /** As a bridge takes it. */
    XmlElement toColibri() {
        List<XmlElement> children = new ArrayList<>();
        ssrcs().forEach(ssrc ->
                children.add(XmlElement.of(JingleXml.SSMA, "source", Map.of("ssrc", ssrc, "name", name))));
        children.addAll(groups);
        return JingleXml.element(Colibri2Xml.NAMESPACE, "media-source", Map.of("type", media, "id", name), children);
    }

    /** As participants take it: SSRCs with owner and msid, then groups. */
    List<XmlElement> toJingle(String owner) {
        List<XmlElement> elements = new ArrayList<>();
        for (XmlElement source : sources) {
            List<XmlElement> children = new ArrayList<>();
            children.add(XmlElement.of(JingleXml.JITMEET, "ssrc-info", Map.of("owner", owner)));
            source.children().stream()
                    .filter(child -> JingleXml.attribute(child, "name").equals("msid"))
                    .forEach(children::add);
            elements.add(JingleXml.element(
                    JingleXml.SSMA,
                    "source",
                    Map.of("ssrc", JingleXml.attribute(source, "ssrc"), "name", name),
                    children));
        }
        elements.addAll(groups);
        return elements;
    }
}
