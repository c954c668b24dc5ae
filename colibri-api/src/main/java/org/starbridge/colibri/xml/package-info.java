/**
 * The XML form of the Colibri2 records, as a conference focus speaks it over XMPP: elements in, records out, and back.
 *
 * <p>{@link org.starbridge.colibri.xml.Colibri2Xml} is the door. Elements are matched by name and namespace, what is
 * not known is ignored, and reading follows the rules of the JSON form, because it is the same reader behind a table of
 * what is called how. {@link org.starbridge.colibri.xml.XmlTree} bounds what a stanza may make us keep. Stateless but
 * for that builder; any thread.
 */
@NullMarked
package org.starbridge.colibri.xml;

import org.jspecify.annotations.NullMarked;
