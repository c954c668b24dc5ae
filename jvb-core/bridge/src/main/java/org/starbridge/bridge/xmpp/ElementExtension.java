package org.starbridge.bridge.xmpp;

import org.jivesoftware.smack.packet.ExtensionElement;
import org.jivesoftware.smack.packet.XmlEnvironment;
import org.starbridge.colibri.xml.XmlElement;

/** An element of ours as a part of a stanza. */
record ElementExtension(XmlElement element) implements ExtensionElement {
    @Override
    public String getNamespace() {
        return element.namespace();
    }

    @Override
    public String getElementName() {
        return element.name();
    }

    @Override
    public CharSequence toXML(XmlEnvironment environment) {
        return element.toXml();
    }
}
