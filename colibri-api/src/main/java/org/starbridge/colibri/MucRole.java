package org.starbridge.colibri;

/** The role of a participant in its XMPP room (XEP-0045 section 5.1). */
public enum MucRole {
    MODERATOR,
    PARTICIPANT,
    VISITOR,
    NONE
}
