package org.starbridge.rtp.packet;

/**
 * Index of the header extension elements of one packet, by id, RFC 8285: filled by one walk through the extension, then
 * asked any number of times. Of several elements with the same id the first one counts. Owned by one thread; filled
 * again for every packet. The addresses are valid as long as the packet's header stays where it is.
 */
public final class HeaderExtensionIndex {
    /** Ids of the two-byte form go from 1 to 255. */
    private static final int IDS = 256;

    private final HeaderExtensions walk = new HeaderExtensions();
    private final long[] elementAddresses = new long[IDS];
    private final int[] lengthsBytes = new int[IDS];
    /** The ids that are set, so that the next packet clears only these. */
    private final int[] ids = new int[IDS];

    private int count;

    /** An index of nothing; {@link #fill} comes first. */
    public HeaderExtensionIndex() {}

    /**
     * Notes the elements of a well-formed packet.
     *
     * @return false if an element is cut off; the elements before it are noted
     */
    public boolean fill(RtpView packet) {
        for (int i = 0; i < count; i++) {
            elementAddresses[ids[i]] = 0;
            lengthsBytes[ids[i]] = 0;
        }
        count = 0;
        if (!packet.hasExtension()) {
            return true;
        }
        walk.wrap(packet);
        while (walk.next()) {
            int id = walk.id();
            if (elementAddresses[id] == 0) {
                elementAddresses[id] = walk.elementAddress();
                lengthsBytes[id] = walk.elementLengthBytes();
                ids[count] = id;
                count++;
            }
        }
        return !walk.isMalformed();
    }

    /** Returns the address of the data of element {@code id} (0 to 255); 0 if the packet has none, and of id 0. */
    public long elementAddress(int id) {
        return elementAddresses[id];
    }

    /** The length of the data of element {@code id} (0 to 255); 0 if the packet has none. */
    public int elementLengthBytes(int id) {
        return lengthsBytes[id];
    }
}
