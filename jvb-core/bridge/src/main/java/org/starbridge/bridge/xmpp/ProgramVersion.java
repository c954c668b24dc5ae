package org.starbridge.bridge.xmpp;

/**
 * Program that answers {@code jabber:iq:version} (XEP-0092).
 *
 * @param name of the program
 * @param version of the program
 * @param os it runs on
 */
public record ProgramVersion(String name, String version, String os) {}
