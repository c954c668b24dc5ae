package org.starbridge.hammer.meet;

import java.util.ArrayList;
import java.util.List;
import org.jitsi.xmpp.extensions.colibri.SourcePacketExtension;
import org.jitsi.xmpp.extensions.colibri.WebSocketPacketExtension;
import org.jitsi.xmpp.extensions.jingle.CandidatePacketExtension;
import org.jitsi.xmpp.extensions.jingle.DtlsFingerprintPacketExtension;
import org.jitsi.xmpp.extensions.jingle.IceUdpTransportPacketExtension;
import org.jitsi.xmpp.extensions.jingle.JingleIQ;
import org.jitsi.xmpp.extensions.jingle.JingleIQProvider;
import org.jitsi.xmpp.extensions.jingle.ParameterPacketExtension;
import org.jitsi.xmpp.extensions.jingle.RtpDescriptionPacketExtension;
import org.jitsi.xmpp.extensions.jingle.SourceGroupPacketExtension;
import org.jitsi.xmpp.extensions.jitsimeet.ConferenceIq;
import org.jitsi.xmpp.extensions.jitsimeet.ConferenceIqProvider;
import org.jivesoftware.smack.Smack;
import org.jivesoftware.smack.provider.ProviderManager;
import org.jivesoftware.smack.roster.Roster;
import org.starbridge.colibri.Candidate;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.Source;
import org.starbridge.colibri.SsrcGroup;
import org.starbridge.colibri.xmpp.XmlLimits;

/** Converts between the library's Jingle elements and our records. Stateless. */
final class Jingle {
    private static boolean isPrepared;

    private Jingle() {}

    /** Prepares Smack, once in the process, before the first connection. */
    static synchronized void prepare() {
        if (isPrepared) {
            return;
        }
        isPrepared = true;
        XmlLimits.lift();
        Roster.setRosterLoadedAtLoginDefault(false);
        Smack.ensureInitialized(); // has Smack register its own Jingle first, which ours replaces
        ProviderManager.addIQProvider(JingleIQ.ELEMENT, JingleIQ.NAMESPACE, new JingleIQProvider());
        ProviderManager.addIQProvider(ConferenceIq.ELEMENT, ConferenceIq.NAMESPACE, new ConferenceIqProvider());
    }

    /** Returns what an offered transport says; what has no meaning for us is left out. */
    static IceUdpTransport transport(IceUdpTransportPacketExtension transport) {
        return new IceUdpTransport(
                transport.getUfrag(),
                transport.getPassword(),
                null,
                transport.isRtcpMux(),
                transport.getCandidateList().stream().map(Jingle::candidate).toList(),
                transport.getChildExtensionsOfType(DtlsFingerprintPacketExtension.class).stream()
                        .map(Jingle::fingerprint)
                        .toList(),
                transport.getChildExtensionsOfType(WebSocketPacketExtension.class).stream()
                        .map(WebSocketPacketExtension::getUrl)
                        .toList());
    }

    private static Candidate candidate(CandidatePacketExtension candidate) {
        return new Candidate(
                candidate.getComponent(),
                candidate.getFoundation(),
                candidate.getGeneration(),
                candidate.getID(),
                candidate.getIP(),
                candidate.getNetwork(),
                candidate.getPort(),
                Integer.toUnsignedLong(candidate.getPriority()),
                candidate.getProtocol(),
                candidate.getType().toString(),
                null,
                null,
                null);
    }

    private static Fingerprint fingerprint(DtlsFingerprintPacketExtension fingerprint) {
        return new Fingerprint(fingerprint.getHash(), fingerprint.getFingerprint(), DtlsSetup.ACTPASS, false);
    }

    /**
     * Declares a source (XEP-0339), as lib-jitsi-meet does: a stream's label and its track's follow from the source's
     * name.
     */
    static void declare(RtpDescriptionPacketExtension description, String endpoint, MediaSource source) {
        String media = source.kind() == MediaKind.VIDEO ? "video" : "audio";
        String stream = endpoint + "-" + media + "-0-1";
        for (Source each : source.sources()) {
            SourcePacketExtension element = ssrc(each.ssrc());
            element.setName(source.id());
            if (source.kind() == MediaKind.VIDEO) {
                element.setVideoType("camera");
            }
            element.addChildExtension(parameter("cname", endpoint + "@hammer"));
            element.addChildExtension(parameter("msid", stream + " " + source.id()));
            description.addChildExtension(element);
        }
        for (SsrcGroup group : source.ssrcGroups()) {
            SourceGroupPacketExtension element = new SourceGroupPacketExtension();
            element.setSemantics(group.semantics());
            element.addSources(group.ssrcs().stream().map(Jingle::ssrc).toList());
            description.addChildExtension(element);
        }
    }

    private static SourcePacketExtension ssrc(long ssrc) {
        SourcePacketExtension element = new SourcePacketExtension();
        element.setSSRC(ssrc);
        return element;
    }

    private static ParameterPacketExtension parameter(String name, String value) {
        ParameterPacketExtension parameter = new ParameterPacketExtension(name, value);
        parameter.setNamespace(SourcePacketExtension.NAMESPACE);
        return parameter;
    }

    /** All SSRCs that a message names in its contents. */
    static List<Long> ssrcs(JingleIQ jingle) {
        List<Long> ssrcs = new ArrayList<>();
        jingle.getContentList().stream()
                .flatMap(content -> content.getChildExtensionsOfType(RtpDescriptionPacketExtension.class).stream())
                .flatMap(each -> each.getChildExtensionsOfType(SourcePacketExtension.class).stream())
                .filter(SourcePacketExtension::hasSSRC)
                .forEach(source -> ssrcs.add(source.getSSRC()));
        return ssrcs;
    }
}
