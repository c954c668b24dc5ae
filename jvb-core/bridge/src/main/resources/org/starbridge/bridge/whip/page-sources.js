// Sources to publish: camera, screen or pattern; devices, codecs, layers and mutes.
'use strict';

// A moving picture with the time, and a soft tone: no camera is needed.
function pattern() {
    const canvas = Object.assign(document.createElement('canvas'), {width: 1280, height: 720});
    const pen = canvas.getContext('2d');
    const colours = ['#fff', '#ff0', '#0ff', '#0f0', '#f0f', '#f00', '#00f', '#000'];
    const timer = setInterval(() => {
        const shift = performance.now() / 20 % 1280;
        colours.forEach((colour, i) => { pen.fillStyle = colour; pen.fillRect((i * 160 + shift) % 1280, 0, 161, 720);
            pen.fillRect((i * 160 + shift) % 1280 - 1280, 0, 161, 720); });
        pen.fillStyle = '#000c';
        pen.fillRect(300, 280, 680, 160);
        pen.fillStyle = '#fff';
        pen.font = '96px monospace';
        pen.textAlign = 'center';
        pen.fillText(new Date().toISOString().slice(11, 22), 640, 392);
    }, 33);
    const audio = new AudioContext();
    const tone = new OscillatorNode(audio, {frequency: 440});
    const target = audio.createMediaStreamDestination();
    tone.connect(new GainNode(audio, {gain: 0.1})).connect(target);
    tone.start();
    const stream = canvas.captureStream(30);
    stream.addTrack(target.stream.getAudioTracks()[0]);
    return {stream, stop: () => { clearInterval(timer); audio.close(); }};
}

// Cameras and microphones to choose from; their names are known once one was used.
async function listDevices() {
    const devices = await navigator.mediaDevices?.enumerateDevices() ?? [];
    for (const [id, kind, any] of [['camera', 'videoinput', 'any camera'], ['microphone', 'audioinput', 'any microphone']]) {
        const chosen = $(id).value;
        const known = devices.filter((each) => each.kind === kind && each.deviceId && each.deviceId !== 'default');
        $(id).replaceChildren(new Option(any, ''), ...known.map((each, i) => new Option(each.label || `${kind} ${i + 1}`, each.deviceId)));
        $(id).value = known.some((each) => each.deviceId === chosen) ? chosen : '';
    }
}

async function source() {
    const size = {width: {ideal: 1280}, height: {ideal: 720}};
    if ($('kind').value === 'pattern') {
        return pattern();
    }
    if ($('kind').value === 'screen') {
        const stream = await navigator.mediaDevices.getDisplayMedia({audio: true, video: {frameRate: {ideal: 15}}});
        stream.getVideoTracks().forEach((track) => { track.contentHint = 'detail'; });
        return {stream, stop: () => {}};
    }
    const exactly = (id) => $(id).value ? {deviceId: {exact: $(id).value}} : {};
    const stream = await navigator.mediaDevices.getUserMedia({audio: exactly('microphone'), video: {...size, ...exactly('camera')}});
    listDevices().catch(() => {});
    return {stream, stop: () => {}};
}

// What is sent: encodings beside each other, layers in one stream, or one encoding.
function encodings() {
    const top = {maxBitrate: 2_500_000};
    return {
        simulcast: ['L1T3', [{rid: 'l', scaleResolutionDownBy: 4, maxBitrate: 200_000}, {rid: 'm', scaleResolutionDownBy: 2, maxBitrate: 700_000},
            {rid: 'h', ...top}]],
        svc: ['L3T3_KEY', [top]],
        one: ['L1T3', [top]]
    }[$('layers').value];
}

// Adds a track; viewers select a frame rate where the browser's encoder has temporal layers.
function addTrack(pc, track, stream) {
    const add = (sendEncodings) => pc.addTransceiver(track, {direction: 'sendonly', streams: [stream], sendEncodings});
    if (track.kind !== 'video') {
        return add([]);
    }
    const [mode, made] = encodings();
    const codec = $('codec').value;
    const all = RTCRtpSender.getCapabilities('video').codecs;
    const isRepair = (each) => /\/(rtx|red|ulpfec|flexfec-03)$/.test(each.mimeType);
    const chosen = all.filter((each) => each.mimeType.toLowerCase() === `video/${codec.toLowerCase()}`);
    if (codec && chosen.length === 0) {
        throw new Error(`this browser cannot send ${codec}`);
    }
    const prefer = (transceiver) => {
        if (codec) {
            transceiver.setCodecPreferences([...chosen, ...all.filter(isRepair)]);
        }
        return transceiver;
    };
    for (const scalabilityMode of [mode, 'L1T3']) {
        try {
            return prefer(add(made.map((each) => ({...each, scalabilityMode}))));
        } catch (error) {
            if (!/scalability/i.test(error.message)) {
                break;
            }
        }
    }
    return prefer(add(made));
}

// Stops or goes on with sending sound or picture, without renegotiation.
function mute(kind) {
    const own = connections.get('you');
    own?.pc.getSenders().filter(({track}) => track?.kind === kind).forEach(({track}) => { track.enabled = !track.enabled; });
    showMutes();
}

function showMutes() {
    const senders = connections.get('you')?.pc.getSenders() ?? [];
    for (const [id, kind, what] of [['mute-audio', 'audio', 'sound'], ['mute-video', 'video', 'picture']]) {
        const tracks = senders.map(({track}) => track).filter((track) => track?.kind === kind);
        const isMuted = tracks.length > 0 && tracks.every((track) => !track.enabled);
        $(id).hidden = tracks.length === 0;
        $(id).setAttribute('aria-pressed', isMuted);
        $(id).textContent = isMuted ? `Send ${what} again` : `Mute ${what}`;
    }
}
