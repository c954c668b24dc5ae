package org.starbridge.trials.focus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.xml.XmlElement;
import org.starbridge.colibri.xml.XmlText;

class DeclaredSourceTest {
    private static final XmlElement ACCEPT = XmlText.parse("""
            <jingle xmlns='urn:xmpp:jingle:1' action='session-accept' sid='1'>
              <content name='0'><description xmlns='urn:xmpp:jingle:apps:rtp:1' media='audio'>
                <source xmlns='urn:xmpp:jingle:apps:rtp:ssma:0' ssrc='10'><parameter name='msid' value='s a'/></source>
              </description></content>
              <content name='1'><description xmlns='urn:xmpp:jingle:apps:rtp:1' media='video'>
                <source xmlns='urn:xmpp:jingle:apps:rtp:ssma:0' name='ep-v1' ssrc='1'>
                  <parameter name='cname' value='c'/><parameter name='msid' value='s v'/></source>
                <source xmlns='urn:xmpp:jingle:apps:rtp:ssma:0' name='ep-v1' ssrc='2'/>
                <source xmlns='urn:xmpp:jingle:apps:rtp:ssma:0' name='ep-v1' ssrc='3'/>
                <source xmlns='urn:xmpp:jingle:apps:rtp:ssma:0' name='ep-v1' ssrc='4'/>
                <source xmlns='urn:xmpp:jingle:apps:rtp:ssma:0' name='ep-v2' ssrc='9'/>
                <source xmlns='urn:xmpp:jingle:apps:rtp:ssma:0' rid='f'/>
                <ssrc-group xmlns='urn:xmpp:jingle:apps:rtp:ssma:0' semantics='SIM'>
                  <source ssrc='1'/><source ssrc='2'/></ssrc-group>
                <ssrc-group xmlns='urn:xmpp:jingle:apps:rtp:ssma:0' semantics='FID'>
                  <source ssrc='1'/><source ssrc='3'/></ssrc-group>
                <ssrc-group xmlns='urn:xmpp:jingle:apps:rtp:ssma:0' semantics='FID'>
                  <source ssrc='2'/><source ssrc='4'/></ssrc-group>
              </description></content>
              <content name='data'/>
            </jingle>""");

    private final List<DeclaredSource> declared = DeclaredSource.in(ACCEPT, "ep");

    private static String xml(List<XmlElement> elements) {
        StringBuilder out = new StringBuilder();
        elements.forEach(each -> out.append(each.toXml("urn:xmpp:jingle:apps:rtp:ssma:0")));
        return out.toString();
    }

    @Test
    void aNamelessSourceGetsTheNameOfTheFirst() {
        assertThat(declared).extracting(DeclaredSource::name).containsExactly("ep-a0", "ep-v1", "ep-v2");
        assertThat(declared).extracting(DeclaredSource::media).containsExactly("audio", "video", "video");
        assertThat(declared)
                .extracting(DeclaredSource::ssrcs)
                .containsExactly(List.of("10"), List.of("1", "2", "3", "4"), List.of("9"));
    }

    @Test
    void aBridgeGetsAllEncodings() {
        assertThat(declared.get(1).toColibri().toXml("jitsi:colibri2"))
                .contains("id='ep-v1'", "type='video'", "ssrc='4'")
                .contains("semantics='SIM'");
        assertThat(declared.get(1).groups()).hasSize(3);
        assertThat(declared.get(2).groups()).isEmpty();
    }

    @Test
    void othersGetTheFirstEncodingWithItsOwnerAndLabel() {
        DeclaredSource received = declared.get(1).asReceived();
        assertThat(received.ssrcs()).containsExactly("1", "3");
        String said = xml(received.toJingle("ep"));
        assertThat(said)
                .contains("<ssrc-info xmlns='http://jitsi.org/jitmeet' owner='ep'/>")
                .contains("value='s v'")
                .doesNotContain("cname", "SIM");
        assertThat(received.groups()).hasSize(1);
    }

    @Test
    void whatIsWithdrawnIsGoneWithItsGroups() {
        List<DeclaredSource> left = DeclaredSource.without(declared, Set.of("10", "2", "4"));
        assertThat(left).extracting(DeclaredSource::name).containsExactly("ep-v1", "ep-v2");
        assertThat(left.getFirst().ssrcs()).containsExactly("1", "3");
        assertThat(left.getFirst().groups()).hasSize(1);
    }
}
