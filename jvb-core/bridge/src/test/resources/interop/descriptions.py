"""What the bridge and its peer say of themselves: the bridge's Colibri2 description becomes an SDP offer."""

import re

OPUS, VP8, RTX = 111, 100, 101
AUDIO_LEVEL = "urn:ietf:params:rtp-hdrext:ssrc-audio-level"
ABS_SEND_TIME = "http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time"


def offer(transport, remote, setup, extensions, rtx):
    """The bridge's side; remote is {"audio": ssrc, "video": ssrc, "rtx": ssrc} of what it sends, or None if it only receives."""
    fingerprint = transport["fingerprints"][0]

    def section(mid, lines):
        yield from lines
        yield from ["c=IN IP4 0.0.0.0", "a=rtcp-mux", f"a=mid:{mid}"]
        yield from [f"a=ice-ufrag:{transport['ufrag']}", f"a=ice-pwd:{transport['pwd']}"]
        yield f"a=fingerprint:{fingerprint['hash']} {fingerprint['fingerprint']}"
        yield f"a=setup:{setup}"
        for c in transport["candidates"]:
            yield (f"a=candidate:{c['foundation']} {c['component']} {c['protocol']} {c['priority']} {c['ip']} {c['port']}"
                   f" typ {c['type']}")
        yield "a=sendonly" if remote else "a=recvonly"
        if remote:
            yield f"a=msid:remote {mid}-track"
            yield f"a=ssrc:{remote[mid]} cname:remote"
            if rtx and mid == "video":
                yield f"a=ssrc-group:FID {remote['video']} {remote['rtx']}"
                yield f"a=ssrc:{remote['rtx']} cname:remote"

    audio = [f"m=audio 9 UDP/TLS/RTP/SAVPF {OPUS}", f"a=rtpmap:{OPUS} opus/48000/2", f"a=extmap:{extensions[0]} {AUDIO_LEVEL}"]
    video = [f"m=video 9 UDP/TLS/RTP/SAVPF {VP8}" + (f" {RTX}" if rtx else ""), f"a=rtpmap:{VP8} VP8/90000", f"a=rtcp-fb:{VP8} nack",
             f"a=rtcp-fb:{VP8} nack pli", f"a=rtcp-fb:{VP8} goog-remb", f"a=extmap:{extensions[1]} {ABS_SEND_TIME}"]
    if rtx:
        video += [f"a=rtpmap:{RTX} rtx/90000", f"a=fmtp:{RTX} apt={VP8}"]
    return "\r\n".join(["v=0", "o=- 1 1 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE audio video",
                        *section("audio", audio), *section("video", video), ""])


def data_offer(transport):
    """The bridge's side of a connection with nothing but data channels; the client is the DTLS client."""
    fingerprint = transport["fingerprints"][0]
    lines = ["v=0", "o=- 1 1 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE data",
             "m=application 9 UDP/DTLS/SCTP webrtc-datachannel", "c=IN IP4 0.0.0.0", "a=mid:data",
             f"a=ice-ufrag:{transport['ufrag']}", f"a=ice-pwd:{transport['pwd']}",
             f"a=fingerprint:{fingerprint['hash']} {fingerprint['fingerprint']}", "a=setup:passive",
             "a=sctp-port:5000", "a=max-message-size:262144"]
    lines += [f"a=candidate:{c['foundation']} {c['component']} {c['protocol']} {c['priority']} {c['ip']} {c['port']}"
              f" typ {c['type']}" for c in transport["candidates"]]
    return "\r\n".join([*lines, ""])


def medias(extensions, rtx):
    feedback = [{"type": "nack"}, {"type": "nack", "subtype": "pli"}, {"type": "goog-remb"}]
    repeats = [{"id": RTX, "name": "rtx", "clockrate": 90000, "parameters": {"apt": str(VP8)}}] if rtx else []
    return [
        {"type": "audio", "payload-types": [{"id": OPUS, "name": "opus", "clockrate": 48000, "channels": 2}],
         "rtp-hdrexts": [{"id": extensions[0], "uri": AUDIO_LEVEL}]},
        {"type": "video", "payload-types": [{"id": VP8, "name": "VP8", "clockrate": 90000, "rtcp-fbs": feedback}, *repeats],
         "rtp-hdrexts": [{"id": extensions[1], "uri": ABS_SEND_TIME}]}]


def first(pattern, text):
    match = re.search(pattern, text, re.MULTILINE)
    return match.group(1).strip() if match else ""


def own_transport(sdp, setup):
    """The transport of Colibri2 for what aiortc answers."""
    return {"transport": {
        "ufrag": first(r"^a=ice-ufrag:(.*)$", sdp), "pwd": first(r"^a=ice-pwd:(.*)$", sdp), "rtcp-mux": True,
        "fingerprints": [{"hash": "sha-256", "fingerprint": first(r"^a=fingerprint:sha-256 (.*)$", sdp), "setup": setup}]}}
