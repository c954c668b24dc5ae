// Publishes by WHIP in one video codec and watches by WHEP, in a page of the bridge's public HTTP server.
'use strict';

window.peer = (() => {
    const GATHERING_LIMIT_MS = 3000;
    const LOOK_INTERVAL_MS = 200;
    const connections = {};
    const sessions = {};

    function gathered(pc) {
        return new Promise((resolve) => {
            const look = () => pc.iceGatheringState === 'complete' && resolve();
            pc.addEventListener('icegatheringstatechange', look);
            setTimeout(resolve, GATHERING_LIMIT_MS);
            look();
        });
    }

    async function negotiate(name, pc, url) {
        connections[name] = pc;
        await pc.setLocalDescription(await pc.createOffer());
        await gathered(pc);
        const response = await fetch(url, {
            method: 'POST', headers: {'Content-Type': 'application/sdp'}, body: pc.localDescription.sdp
        });
        const text = await response.text();
        if (!response.ok) {
            throw new Error(`${url}: ${response.status} ${text}`);
        }
        sessions[name] = response.headers.get('Location');
        await pc.setRemoteDescription({type: 'answer', sdp: text});
        return {};
    }

    function named(codecs, name) {
        return codecs.filter((codec) => codec.mimeType.toLowerCase() === `video/${name.toLowerCase()}`);
    }

    // The fake camera and microphone, the camera with one encoding in one codec.
    async function publish(room, codec) {
        const stream = await navigator.mediaDevices.getUserMedia({audio: true, video: {width: 640, height: 480}});
        const pc = new RTCPeerConnection({bundlePolicy: 'max-bundle'});
        pc.addTransceiver(stream.getAudioTracks()[0], {direction: 'sendonly', streams: [stream]});
        const video = pc.addTransceiver(stream.getVideoTracks()[0], {direction: 'sendonly', streams: [stream]});
        const codecs = RTCRtpSender.getCapabilities('video').codecs;
        video.setCodecPreferences([...named(codecs, codec), ...named(codecs, 'rtx')]);
        return negotiate('publisher', pc, `/whip/${room}`);
    }

    async function watch(room) {
        const pc = new RTCPeerConnection({bundlePolicy: 'max-bundle'});
        const video = document.body.appendChild(document.createElement('video'));
        video.muted = true;
        video.autoplay = true;
        video.srcObject = new MediaStream();
        pc.ontrack = (event) => {
            video.srcObject.addTrack(event.track);
            video.play().catch(() => {});
        };
        pc.addTransceiver('audio', {direction: 'recvonly'});
        pc.addTransceiver('video', {direction: 'recvonly'});
        return negotiate('viewer', pc, `/whep/${room}`);
    }

    // Ends the session, as RFC 9725 section 4.2 says.
    async function leave(name) {
        connections[name].close();
        await fetch(sessions[name], {method: 'DELETE'});
        return {};
    }

    // What the viewer has, as soon as so many more pictures are decoded, or after `limitMs`.
    async function seen(more, limitMs) {
        const deadline = performance.now() + limitMs;
        let first;
        for (;;) {
            const reports = await connections.viewer.getStats();
            const video = [...reports.values()]
                .find((report) => report.type === 'inbound-rtp' && report.kind === 'video') || {};
            const decoded = video.framesDecoded || 0;
            first ??= decoded;
            if (decoded - first >= more || performance.now() > deadline) {
                const codec = reports.get(video.codecId);
                return {
                    frames: decoded - first, width: video.frameWidth || 0, height: video.frameHeight || 0,
                    keyFrames: video.keyFramesDecoded || 0, lost: video.packetsLost || 0,
                    codec: codec ? codec.mimeType : ''
                };
            }
            await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL_MS));
        }
    }

    return {publish, watch, leave, seen};
})();
