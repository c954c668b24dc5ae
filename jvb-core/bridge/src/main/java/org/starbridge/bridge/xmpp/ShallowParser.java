package org.starbridge.bridge.xmpp;

import java.io.IOException;
import javax.xml.namespace.QName;
import org.jivesoftware.smack.xml.XmlPullParser;
import org.jivesoftware.smack.xml.XmlPullParserException;
import org.starbridge.colibri.xml.XmlTree;

/**
 * A parser that does not show what is nested too deeply. Smack reads elements it does not know by recursion: some ten
 * thousand levels, which fit into one stanza, would end the thread that reads the stream.
 */
final class ShallowParser implements XmlPullParser {
    /** More than {@link XmlTree} takes, so that it notices: the stream, the stanza, and a little. */
    private static final int DEEPEST = XmlTree.MAX_DEPTH + 4;

    private final XmlPullParser in;

    ShallowParser(XmlPullParser in) {
        this.in = in;
    }

    @Override
    public Event next() throws IOException, XmlPullParserException {
        try {
            Event event = in.next();
            while (in.getDepth() > DEEPEST) {
                event = in.next();
            }
            return event;
        } catch (RuntimeException e) { // the JDK's parser lacks words for some faults of a document type
            throw new XmlPullParserException(e);
        }
    }

    @Override
    public Object getProperty(String name) {
        return in.getProperty(name);
    }

    @Override
    public String getInputEncoding() {
        return in.getInputEncoding();
    }

    @Override
    public int getNamespaceCount() throws XmlPullParserException {
        return in.getNamespaceCount();
    }

    @Override
    public String getNamespacePrefix(int position) throws XmlPullParserException {
        return in.getNamespacePrefix(position);
    }

    @Override
    public String getNamespaceUri(int position) throws XmlPullParserException {
        return in.getNamespaceUri(position);
    }

    @Override
    public String getNamespace(String prefix) {
        return in.getNamespace(prefix);
    }

    @Override
    public int getDepth() {
        return in.getDepth();
    }

    @Override
    public String getPositionDescription() {
        return in.getPositionDescription();
    }

    @Override
    public int getLineNumber() {
        return in.getLineNumber();
    }

    @Override
    public int getColumnNumber() {
        return in.getColumnNumber();
    }

    @Override
    public boolean isWhiteSpace() throws XmlPullParserException {
        return in.isWhiteSpace();
    }

    @Override
    public String getText() {
        return in.getText();
    }

    @Override
    public String getNamespace() {
        return in.getNamespace();
    }

    @Override
    public String getName() {
        return in.getName();
    }

    @Override
    public QName getQName() {
        return in.getQName();
    }

    @Override
    public String getPrefix() {
        return in.getPrefix();
    }

    @Override
    public int getAttributeCount() {
        return in.getAttributeCount();
    }

    @Override
    public String getAttributeNamespace(int index) {
        return in.getAttributeNamespace(index);
    }

    @Override
    public String getAttributeName(int index) {
        return in.getAttributeName(index);
    }

    @Override
    public QName getAttributeQName(int index) {
        return in.getAttributeQName(index);
    }

    @Override
    public String getAttributePrefix(int index) {
        return in.getAttributePrefix(index);
    }

    @Override
    public String getAttributeType(int index) {
        return in.getAttributeType(index);
    }

    @Override
    public String getAttributeValue(int index) {
        return in.getAttributeValue(index);
    }

    @Override
    public String getAttributeValue(String namespace, String name) {
        return in.getAttributeValue(namespace, name);
    }

    @Override
    public Event getEventType() throws XmlPullParserException {
        return in.getEventType();
    }

    @Override
    public String nextText() throws IOException, XmlPullParserException {
        return in.nextText();
    }

    @Override
    public TagEvent nextTag() throws IOException, XmlPullParserException {
        return in.nextTag();
    }

    @Override
    public boolean supportsRoundtrip() {
        return in.supportsRoundtrip();
    }
}
