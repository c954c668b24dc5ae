package org.starbridge.bridge.interop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** GStreamer's webrtcbin as a client, driven through Debian's Python. */
final class Gstreamer {
    private static final Logger LOG = LoggerFactory.getLogger(Gstreamer.class);
    static final String MISSING =
            "No GStreamer with webrtcbin on this machine: the bridge is NOT tested with it. Needed:"
                    + " python3-gi gir1.2-gst-plugins-bad-1.0 gstreamer1.0-plugins-good gstreamer1.0-plugins-bad"
                    + " gstreamer1.0-nice";

    private static final Path PYTHON = Path.of("/usr/bin/python3");
    private static final String PROBE = "import gi; gi.require_version('Gst', '1.0'); gi.require_version('GstWebRTC',"
            + " '1.0'); from gi.repository import Gst, GstWebRTC; Gst.init(None);"
            + " all(Gst.ElementFactory.make(e) for e in ('webrtcbin', 'nicesrc', 'vp8enc', 'openh264enc', 'openh264dec'))"
            + " or exit(1)";

    private Gstreamer() {}

    /** Where this is false the tests are skipped; where GStreamer is missing but required, starting it fails. */
    static boolean isHereOrRequired() throws IOException, InterruptedException {
        if (Files.isExecutable(PYTHON)
                && new ProcessBuilder(PYTHON.toString(), "-c", PROBE)
                                .redirectErrorStream(true)
                                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                                .start()
                                .waitFor()
                        == 0) {
            return true;
        }
        LOG.warn(MISSING);
        return Boolean.parseBoolean(System.getenv("STARBRIDGE_REQUIRE_GSTREAMER"));
    }

    static PeerProcess start() throws IOException {
        return PeerProcess.start(
                "gstreamer",
                PYTHON.toString(),
                "-B",
                PeerProcess.script("gstreamer_client.py").toString());
    }
}
