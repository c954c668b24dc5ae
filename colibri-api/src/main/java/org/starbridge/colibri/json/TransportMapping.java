package org.starbridge.colibri.json;

import static org.starbridge.colibri.json.JsonFields.putAttribute;
import static org.starbridge.colibri.json.JsonFields.putIfNotEmpty;
import static org.starbridge.colibri.json.JsonFields.putIfPresent;
import static org.starbridge.colibri.json.JsonFields.putIfTrue;
import static org.starbridge.colibri.json.JsonFields.putWord;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.starbridge.colibri.Candidate;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Sctp;
import org.starbridge.colibri.Transport;

/** The {@code transport} of an endpoint or a relay: ICE, DTLS and SCTP. */
final class TransportMapping {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String ICE_UDP_NAMESPACE = "urn:xmpp:jingle:transports:ice-udp:1";

    private TransportMapping() {}

    static Transport read(JsonCursor at) {
        return at.build(() -> new Transport(
                at.flag("ice-controlling", false),
                at.flag("use-unique-port", false),
                at.flag("ice-restart", false),
                at.optional("transport", TransportMapping::readIceUdp),
                at.optional("sctp", TransportMapping::readSctp)));
    }

    static ObjectNode write(Transport transport) {
        ObjectNode out = NODES.objectNode();
        putIfTrue(out, "ice-controlling", transport.iceControlling());
        putIfTrue(out, "use-unique-port", transport.useUniquePort());
        putIfTrue(out, "ice-restart", transport.iceRestart());
        if (transport.iceUdp() != null) {
            out.set("transport", write(transport.iceUdp()));
        }
        if (transport.sctp() != null) {
            out.set("sctp", write(transport.sctp()));
        }
        return out;
    }

    private static Sctp readSctp(JsonCursor at) {
        return at.build(() -> new Sctp(
                at.optional("port", JsonCursor::intNumber),
                at.optional("role", role -> role.constant(Sctp.Role.class))));
    }

    private static ObjectNode write(Sctp sctp) {
        ObjectNode out = NODES.objectNode();
        if (sctp.port() != null) {
            out.put("port", sctp.port());
        }
        if (sctp.role() != null) {
            out.put("role", sctp.role().name());
        }
        return out;
    }

    private static IceUdpTransport readIceUdp(JsonCursor at) {
        return at.build(() -> new IceUdpTransport(
                at.optional("ufrag", JsonCursor::string),
                at.optional("pwd", JsonCursor::string),
                at.optional("ice-generation", JsonCursor::intAttribute),
                at.flag("rtcp-mux", false),
                at.list("candidates", TransportMapping::readCandidate),
                at.list("fingerprints", TransportMapping::readFingerprint),
                at.list("web-sockets", JsonCursor::string)));
    }

    private static ObjectNode write(IceUdpTransport ice) {
        ObjectNode out = NODES.objectNode();
        out.put("xmlns", ICE_UDP_NAMESPACE);
        putIfPresent(out, "ufrag", ice.ufrag());
        putIfPresent(out, "pwd", ice.pwd());
        putAttribute(out, "ice-generation", ice.iceGeneration());
        putIfTrue(out, "rtcp-mux", ice.rtcpMux());
        putIfNotEmpty(out, "fingerprints", ice.fingerprints(), TransportMapping::write);
        putIfNotEmpty(out, "candidates", ice.candidates(), TransportMapping::write);
        putIfNotEmpty(out, "web-sockets", ice.webSockets(), NODES::textNode);
        return out;
    }

    private static Candidate readCandidate(JsonCursor at) {
        Integer component = at.optional("component", JsonCursor::intAttribute);
        Integer generation = at.optional("generation", JsonCursor::intAttribute);
        Integer network = at.optional("network", JsonCursor::intAttribute);
        return at.build(() -> new Candidate(
                component == null ? 1 : component,
                at.require("foundation").attribute(),
                generation == null ? 0 : generation,
                at.optional("id", JsonCursor::attribute),
                at.require("ip").string(),
                network == null ? 0 : network,
                at.require("port").intAttribute(),
                at.require("priority").longAttribute(),
                at.require("protocol").string(),
                at.require("type").string(),
                at.optional("rel-addr", JsonCursor::string),
                at.optional("rel-port", JsonCursor::intAttribute),
                at.optional("tcptype", JsonCursor::string)));
    }

    private static ObjectNode write(Candidate candidate) {
        ObjectNode out = NODES.objectNode();
        putAttribute(out, "component", candidate.component());
        out.put("foundation", candidate.foundation());
        putAttribute(out, "generation", candidate.generation());
        putIfPresent(out, "id", candidate.id());
        putAttribute(out, "network", candidate.network());
        out.put("ip", candidate.ip());
        putAttribute(out, "port", candidate.port());
        putAttribute(out, "priority", candidate.priority());
        out.put("protocol", candidate.protocol());
        out.put("type", candidate.type());
        putIfPresent(out, "rel-addr", candidate.relAddr());
        putAttribute(out, "rel-port", candidate.relPort());
        putIfPresent(out, "tcptype", candidate.tcpType());
        return out;
    }

    private static Fingerprint readFingerprint(JsonCursor at) {
        JsonCursor setup = at.find("setup");
        return at.build(() -> new Fingerprint(
                at.require("hash").string(),
                at.require("fingerprint").string(),
                setup == null ? null : setup.constantOrNull(DtlsSetup.class),
                at.flag("cryptex", false)));
    }

    private static ObjectNode write(Fingerprint fingerprint) {
        ObjectNode out = NODES.objectNode();
        out.put("fingerprint", fingerprint.value());
        out.put("hash", fingerprint.hash());
        putWord(out, "setup", fingerprint.setup());
        putIfTrue(out, "cryptex", fingerprint.cryptex());
        return out;
    }
}
