package org.starbridge.colibri.xmpp;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jivesoftware.smack.packet.IQ;
import org.jivesoftware.smack.packet.IqData;
import org.jivesoftware.smack.packet.XmlEnvironment;
import org.jivesoftware.smack.provider.IqProvider;
import org.jivesoftware.smack.provider.ProviderManager;
import org.jivesoftware.smack.xml.XmlPullParser;
import org.jivesoftware.smack.xml.XmlPullParserException;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.xml.XmlElement;
import org.starbridge.colibri.xml.XmlTree;

/**
 * An IQ with any child, which is not interpreted yet: reading it cannot fail, and does not keep a child that is too
 * large.
 */
public final class ElementIq extends IQ {
    private final @Nullable XmlElement element;
    private final @Nullable String fault;

    /** An IQ to be sent, or to be given a type and addresses. */
    public ElementIq(XmlElement element) {
        super(element.name(), element.namespace());
        this.element = element;
        fault = null;
    }

    private ElementIq(String name, String namespace, @Nullable XmlElement element, @Nullable String fault) {
        super(name, namespace);
        this.element = element;
        this.fault = fault;
    }

    /** The child; null when it went beyond a bound. */
    public @Nullable XmlElement element() {
        return element;
    }

    /** Returns the bound that it went beyond, as a sentence; null if none. */
    public @Nullable String fault() {
        return fault;
    }

    /** From now on IQs with this child are read as this class, in the whole process. */
    public static void register(String name, String namespace) {
        ProviderManager.addIQProvider(name, namespace, new Reader());
    }

    @Override
    protected IQChildElementXmlStringBuilder getIQChildElementBuilder(IQChildElementXmlStringBuilder xml) {
        XmlElement child = element;
        if (child == null || (child.children().isEmpty() && child.text().isEmpty())) {
            if (child != null) {
                child.attributes().forEach(xml::attribute);
            }
            xml.setEmptyElement();
            return xml;
        }
        child.attributes().forEach(xml::attribute);
        xml.rightAngleBracket();
        xml.escape(child.text());
        child.children().forEach(each -> xml.append(each.toXml(child.namespace())));
        return xml;
    }

    private static final class Reader extends IqProvider<ElementIq> {
        @Override
        public ElementIq parse(XmlPullParser in, int initialDepth, IqData data, XmlEnvironment environment)
                throws XmlPullParserException, IOException {
            String name = in.getName();
            String namespace = in.getNamespace();
            XmlTree tree = new XmlTree();
            tree.onStart(namespace, name, attributes(in));
            while (!tree.isComplete()) {
                switch (in.next()) {
                    case START_ELEMENT -> tree.onStart(orEmpty(in.getNamespace()), in.getName(), attributes(in));
                    case TEXT_CHARACTERS -> tree.onText(in.getText());
                    case END_ELEMENT -> tree.onEnd();
                    case END_DOCUMENT -> throw new IOException("the stream ended within <" + name + "/>");
                    default -> {}
                }
            }
            return new ElementIq(name, namespace, tree.root(), tree.fault());
        }

        private static Map<String, String> attributes(XmlPullParser in) {
            Map<String, String> attributes = new LinkedHashMap<>();
            for (int i = 0; i < in.getAttributeCount(); i++) {
                if (orEmpty(in.getAttributeNamespace(i)).isEmpty()) {
                    attributes.put(in.getAttributeName(i), in.getAttributeValue(i));
                }
            }
            return attributes;
        }

        private static String orEmpty(@Nullable String text) {
            return text == null ? "" : text;
        }
    }
}
